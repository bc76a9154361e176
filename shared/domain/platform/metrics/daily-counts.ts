import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import type { Counts } from '../../../db/records/metrics';

/** Returns the counts of each of these days. A day without email has no record and no counts. */
export async function findDailyCounts(
  workspaceId: string,
  days: readonly string[],
): Promise<{ date: string; counts: Counts }[]> {
  const between = [days.at(0) ?? '', days.at(-1) ?? ''] as const;
  const records = await queryAll<Counts>(partitionQuery(keys.metrics(workspaceId, '').pk, { between }));
  const recordByDate = new Map(records.map((record) => [record.sk, record]));
  return days.map((date) => ({ date, counts: recordByDate.get(date) ?? {} }));
}
