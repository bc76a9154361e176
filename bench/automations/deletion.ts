import { schedulePartitions } from '../../shared/db/keys';
import { hourMs } from '../../shared/core/time';
import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { Automations, step } from '../../test/support/automations/automations';
import { functionOf, writesOf } from '../metered-send';
import { count, verdict, type Table } from '../table';
import { enrollAll } from './bursts';

const size = 100_000;

/** The steps become due after this delay, while the deletion is still running. */
const dueInMs = hourMs;

const responseMsMax = 2_000;

/**
 * Measures the deletion of an automation with 100,000 enrollments, and the number of emails sent after the response.
 */
export async function measureDeletion(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    return [await deleteAndMeasure(service, table)];
  } finally {
    table.close();
    await service.stop();
  }
}

async function deleteAndMeasure(service: Service, table: ServiceTable): Promise<Table> {
  const sequences = await Automations.create(service);
  const { workspaceId } = sequences.workspace;
  const id = await sequences.createActive({ steps: [step()] });
  const now = await service.now();
  await enrollAll(sequences, table, id, { size, dueAt: new Date(Date.parse(now) + dueInMs) });
  const before = (await service.calls()).length;
  const startedAt = performance.now();
  const { status } = await sequences.workspace.api('DELETE', `/v1/automations/${id}`);
  const responseMs = performance.now() - startedAt;
  if (status !== 200) throw new Error(`The automation was not deleted: ${status}`);
  await service.advance(dueInMs);
  while (await hasScheduleEntries(table, workspaceId, id))
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  const seconds = (performance.now() - startedAt) / 1000;
  await service.settle();
  const calls = (await service.calls()).slice(before);
  const purgeCalls = calls.filter((row) => functionOf(row) === 'runBackgroundJob');
  const mails = (await sequences.workspace.outbox()).length;
  return {
    id: 'automations-deletion',
    title: `Deleting an automation with ${count(size)} enrollments`,
    head: ['metric', 'measured', 'budget', ''],
    rows: [
      ['ms until the response', responseMs.toFixed(0), responseMsMax, verdict(responseMs, responseMsMax)],
      ['emails sent after the response', mails, 0, verdict(mails, 0)],
      ['seconds until everything is deleted', seconds.toFixed(0), '', ''],
      ['write units for each enrollment', (writesOf(purgeCalls) / size).toFixed(1), '', ''],
    ],
  };
}

async function hasScheduleEntries(
  table: ServiceTable,
  workspaceId: string,
  automationId: string,
): Promise<boolean> {
  for (const pk of schedulePartitions(workspaceId, automationId)) if (await table.hasItemsIn(pk)) return true;
  return false;
}
