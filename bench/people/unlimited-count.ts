import { keys } from '../../shared/db/keys';
import { findEnginePort } from '../../test/support/find-engine-port';
import { readCpu } from '../cpu';
import type { PeopleFixture, TimeSpent } from './measure-request';

interface Count extends TimeSpent {
  contacts: number;
  readUnits: number;
}

/**
 * Runs the code of the function in this process, on the service's database engine, without the time limit of a request.
 */
export async function countWithoutLimit(
  { service, table, workspaceId }: PeopleFixture,
  segmentId: string,
): Promise<Count> {
  // Set the environment variables that the code reads when it is loaded.
  Object.assign(process.env, {
    TABLE_NAME: table.name,
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${findEnginePort(service.dataDir)}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'BENCH',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  const { client } = await import('../../shared/db/client');
  const { getItem } = await import('../../shared/db/table');
  const { countMatching } = await import('../../shared/domain/audience/segments/count-matching');
  const { loadContactQuery: ruleOf } = await import('../../shared/domain/audience/segments/contact-query');

  let readUnits = 0;
  client.middlewareStack.add(
    (next) => async (call) => {
      const input = { ...call.input, ReturnConsumedCapacity: 'TOTAL' as const };
      const response = await next({ ...call, input });
      const consumed = 'ConsumedCapacity' in response.output ? response.output.ConsumedCapacity : undefined;
      if (consumed && 'CapacityUnits' in consumed) readUnits += consumed.CapacityUnits ?? 0;
      return response;
    },
    { step: 'initialize', name: 'countReadUnits', override: true },
  );

  const segment = await getItem(keys.segment(workspaceId, segmentId));
  if (!segment) throw new Error(`There is no segment ${segmentId}`);
  const [before, startedAt] = [readCpu(), performance.now()];
  const contacts = await countMatching(await ruleOf(segment), Number.POSITIVE_INFINITY);
  const [after, seconds] = [readCpu(), (performance.now() - startedAt) / 1000];
  const spent = (which: 'client' | 'engine') => (after?.[which] ?? 0) - (before?.[which] ?? 0);
  return { contacts, readUnits, seconds, functionsCpu: spent('client'), engineCpu: spent('engine') };
}
