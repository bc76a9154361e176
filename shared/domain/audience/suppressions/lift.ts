import { ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteItem, getItems } from '../../../db/table';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { isTooLongForAddress } from '../../../text/mailbox';
import type { SuppressionScope } from '../../../db/records/suppressions';

/**
 * Lifts the suppressions of at most 25 addresses in exactly this scope, regardless of their reasons. Returns the number
 * of lifted suppressions.
 */
export async function liftSuppressions(
  workspaceId: string,
  addresses: readonly string[],
  scope: SuppressionScope,
): Promise<number> {
  const suppressionKeys = addresses
    .filter((address) => !isTooLongForAddress(address))
    .map((address) => keys.suppression(workspaceId, address, scope));
  const [onlyKey] = suppressionKeys;
  if (onlyKey && suppressionKeys.length === 1) return Number(await deleteItem(onlyKey));

  // Only existing suppressions need a write.
  const existing = await getItems(suppressionKeys);
  if (existing.length === 0) return 0;
  if (await writeTransaction(existing.map((key) => deleteWrite(key, ifPresent)))) return existing.length;
  // Another request lifted one of the suppressions after they were read. Lift the remaining suppressions one by one.
  const outcomes = await Promise.all(existing.map((key) => deleteItem(key)));
  return outcomes.filter(Boolean).length;
}

/** Lifts only the address's own unsubscribe, not suppressions for other reasons. */
export async function liftUnsubscribe(workspaceId: string, address: string): Promise<void> {
  const key = keys.suppression(workspaceId, address, 'marketing');
  await writeTransaction([deleteWrite(key, is('reason', 'unsubscribe'))]);
}
