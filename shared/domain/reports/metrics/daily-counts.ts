import { keys } from '../../../db/keys';
import { queryAll } from '../../../db/table';
import type { Counts } from './record';

/** What happened on each of these days. A day without mail has no record, and counts nothing. */
export async function dailyCounts(
  workspaceId: string,
  days: readonly string[],
): Promise<{ date: string; counts: Counts }[]> {
  const records = await queryAll<Counts>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': keys.metrics(workspaceId, '').pk,
      ':from': days.at(0),
      ':to': days.at(-1),
    },
  });
  const found = new Map(records.map((record) => [record.sk, record]));
  return days.map((date) => ({ date, counts: found.get(date) ?? {} }));
}
