import { aWorkspace } from '../../test/support/factories';
import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import type { Table } from '../table';
import { fillContacts } from './fill';
import type { PeopleFixture } from './measure-request';
import { measureReads, tableOfReads } from './reads';
import { measureWrites } from './writes';

const sizes = [10_000, 100_000, 1_000_000];

/** Measures writes and reads of contacts at several sizes. Writing a million contacts takes a long time. */
export async function measurePeople(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    const people = await createPeopleFixture(service, table);
    const writes = await measureWrites(people);
    const reads: Awaited<ReturnType<typeof measureReads>> = [];
    let filledCount = 0;
    for (const size of sizes) {
      await fillContacts(people, filledCount, size);
      filledCount = size;
      reads.push(...(await measureReads(people, size)));
    }
    return [writes, tableOfReads(reads)];
  } finally {
    table.close();
    await service.stop();
  }
}

async function createPeopleFixture(service: Service, table: ServiceTable): Promise<PeopleFixture> {
  const { id: workspaceId, key } = await aWorkspace(service, { requests_per_minute: 1_000_000 });
  const createAudience = async (name: string): Promise<string> =>
    (await service.api('POST', '/v1/audiences', { key, body: { name } })).body.id;
  const [everyoneAudienceId, smallAudienceId] = [
    await createAudience('Everyone'),
    await createAudience('Few'),
  ];
  return { service, table, key, workspaceId, everyoneAudienceId, smallAudienceId };
}
