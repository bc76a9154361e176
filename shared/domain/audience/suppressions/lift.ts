import { ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteItem, getItems } from '../../../db/table';
import { erase, writeTogether } from '../../../db/transaction';
import { isTooLongForAddress } from '../../../text/mailbox';
import type { SuppressionScope } from '../../../db/records/suppressions';

/** Lifts the suppressions of exactly this scope, whatever their reason, 25 at most; returns how many there were. */
export async function liftSuppressions(
  workspaceId: string,
  addresses: readonly string[],
  scope: SuppressionScope,
): Promise<number> {
  const wanted = addresses
    .filter((address) => !isTooLongForAddress(address))
    .map((address) => keys.suppression(workspaceId, address, scope));
  const [only] = wanted;
  if (only && wanted.length === 1) return Number(await deleteItem(only));

  // Only what is there needs a write.
  const standing = await getItems<object>(wanted);
  if (standing.length === 0) return 0;
  if (await writeTogether(standing.map((key) => erase(key, ifPresent)))) return standing.length;
  // Somebody else lifted one of them since it was read: the others still count.
  const outcomes = await Promise.all(standing.map((key) => deleteItem(key)));
  return outcomes.filter(Boolean).length;
}

/** Lifts what the address said itself, and nothing else that refuses mail to it. */
export async function liftUnsubscribe(workspaceId: string, address: string): Promise<void> {
  const key = keys.suppression(workspaceId, address, 'marketing');
  await writeTogether([erase(key, is('reason', 'unsubscribe'))]);
}
