import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { queryAll } from '../../../db/table';
import type { Counts } from '../../../db/records/metrics';

/** What happened on each of these days. A day without mail has no record, and counts nothing. */
export async function dailyCounts(
  workspaceId: string,
  days: readonly string[],
): Promise<{ date: string; counts: Counts }[]> {
  const between = [days.at(0) ?? '', days.at(-1) ?? ''] as const;
  const records = await queryAll<Counts>(inPartition(keys.metrics(workspaceId, '').pk, { between }));
  const found = new Map(records.map((record) => [record.sk, record]));
  return days.map((date) => ({ date, counts: found.get(date) ?? {} }));
}
