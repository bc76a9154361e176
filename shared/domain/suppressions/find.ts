import { isTooLongForAddress } from '../../text/mailbox';
import { keys, suppressionsKey, type Key } from '../../db/keys';
import { queryAll, queryPage } from '../../db/table';
import { comparableAddress } from '../../text/address';
import type { Suppression } from './record';

/** What refuses mail to this address: a row for each scope, newest first. */
export async function suppressionsOf(workspaceId: string, address: string): Promise<Suppression[]> {
  if (isTooLongForAddress(address)) return [];
  const { pk } = keys.suppression(workspaceId, comparableAddress(address), '');
  const rows = await queryAll<Suppression>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  return rows.sort((a, b) => (a.timeAt < b.timeAt ? 1 : -1));
}

/** A page of suppressions, newest first, and the position to go on from; null at the end. */
export async function newestSuppressions(
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ suppressions: Suppression[]; next: string | null }> {
  const found: Suppression[] = [];
  let from: Key | undefined;
  do {
    const page = await queryPage<Suppression>({
      ...olderThan(workspaceId, before),
      Limit: limit + 1 - found.length,
      ...(from && { ExclusiveStartKey: { ...from } }),
    });
    found.push(...page.items);
    from = page.lastKey;
  } while (from && found.length <= limit);

  const suppressions = found.slice(0, limit);
  return { suppressions, next: found.length > limit ? (suppressions.at(-1)?.timeAt ?? null) : null };
}

const olderThan = (workspaceId: string, before: string | undefined) => ({
  IndexName: 'byTime',
  ScanIndexForward: false,
  KeyConditionExpression: before ? 'timeKey = :key AND timeAt < :before' : 'timeKey = :key',
  ExpressionAttributeValues: { ':key': suppressionsKey(workspaceId), ...(before && { ':before': before }) },
});
