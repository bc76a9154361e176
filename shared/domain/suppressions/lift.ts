import { isTooLongForAddress } from '../../text/mailbox';
import { chunksOf } from '../../chunks';
import { keys, type Key } from '../../db/keys';
import { deleteItem, getItems, writeTogether } from '../../db/table';
import { runPaced } from '../../run-paced';
import { comparableAddress, distinctAddresses } from '../../text/address';
import { validate } from '../../validate';
import { batchPace, batchPartSize } from './batch-pace';
import type { SuppressionScope } from './record';
import { LiftBatchSchema } from './requests';

/** Lifts the suppression of exactly this scope, whatever its reason. False when there is none. */
export async function liftSuppression(
  workspaceId: string,
  address: string,
  scope: SuppressionScope,
): Promise<boolean> {
  if (isTooLongForAddress(address)) return false;
  return deleteItem(keys.suppression(workspaceId, comparableAddress(address), scope));
}

/** Lifts the suppressions of exactly this scope; returns how many there were. */
export async function liftSuppressions(workspaceId: string, body: unknown): Promise<number> {
  const { emails, scope } = validate(LiftBatchSchema, body);
  const wanted = distinctAddresses(emails).map((address) => keys.suppression(workspaceId, address, scope));
  // Only what is there needs a write, at the pace of writes.
  const existing = await getItems<object>(wanted);
  let removed = 0;
  await runPaced(chunksOf(existing, batchPartSize), batchPace, async (part) => {
    const deleted = await deletePart(part);
    removed += deleted;
  });
  return removed;
}

async function deletePart(part: readonly Key[]): Promise<number> {
  if (await deleteTogether(part)) return part.length;
  // Somebody else lifted one of them since it was read: the others still count.
  const outcomes = await Promise.all(part.map(({ pk, sk }) => deleteItem({ pk, sk })));
  return outcomes.filter(Boolean).length;
}

/** All or none of them. False when one of them is not there. */
const deleteTogether = (wanted: readonly Key[]): Promise<boolean> =>
  writeTogether((table) =>
    wanted.map(({ pk, sk }) => ({
      Delete: { ...table, Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' },
    })),
  );
