import { attributeNotExists, any, isOneOf, not, type Condition } from '../../../db/condition';
import { keys, suppressionsKey, timePosition } from '../../../db/keys';
import { getItem, getItems, updateItem } from '../../../db/table';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { normalizeAddress } from '../../../text/mailbox';
import { newId, nowIso } from '../../../core/time';
import type { NewSuppression, Suppression, SuppressionReason } from '../../../db/records/suppressions';

/**
 * Suppresses at most 100 addresses. An existing row keeps its id, date and detail. A row for a hard bounce or a
 * complaint also keeps its reason. For a single address, returns its row.
 */
export async function suppressAddresses(
  workspaceId: string,
  addresses: readonly string[],
  newSuppression: NewSuppression,
): Promise<Suppression | undefined> {
  const emails = [...new Set(addresses.map(normalizeAddress))];
  const [onlyEmail] = emails;
  if (onlyEmail !== undefined && emails.length === 1)
    return suppressOne(workspaceId, onlyEmail, newSuppression);
  await suppressMany(workspaceId, emails, newSuppression);
  return undefined;
}

async function suppressOne(
  workspaceId: string,
  email: string,
  newSuppression: NewSuppression,
): Promise<Suppression> {
  const key = keys.suppression(workspaceId, email, newSuppression.scope);
  const written = await updateItem(
    key,
    suppressionChanges(workspaceId, email, newSuppression),
    unlessPermanent(),
  );
  // If the row was lifted after the write was refused, the write can succeed now.
  return written ?? (await getItem(key)) ?? suppressOne(workspaceId, email, newSuppression);
}

/**
 * Suppresses distinct addresses without display names. Returns the number of addresses that had no row in this scope.
 */
export async function suppressMany(
  workspaceId: string,
  emails: readonly string[],
  newSuppression: NewSuppression,
): Promise<number> {
  const rows = await getItems(
    emails.map((email) => keys.suppression(workspaceId, email, newSuppression.scope)),
  );
  const unchanged = rows.filter((row) => staysUnchanged(row, newSuppression));
  const changing = emails.filter((email) => !unchanged.some((row) => row.email === email));
  const isDone =
    changing.length === 0 || (await suppressInTransaction(workspaceId, changing, newSuppression));
  // Since the rows were read, one of the addresses has received a row with a permanent reason. Write each row
  // separately.
  if (!isDone) await Promise.all(changing.map((email) => suppressOne(workspaceId, email, newSuppression)));
  return emails.length - rows.length;
}

/** Suppresses all addresses or none. Returns false if an address has a row with a permanent reason. */
const suppressInTransaction = (
  workspaceId: string,
  emails: readonly string[],
  newSuppression: NewSuppression,
): Promise<boolean> =>
  writeTransaction(
    emails.map((email) =>
      updateWrite(
        keys.suppression(workspaceId, email, newSuppression.scope),
        suppressionChanges(workspaceId, email, newSuppression),
        unlessPermanent(),
      ),
    ),
  );

/** Reasons that a later suppression does not replace. */
const permanentReasons: readonly SuppressionReason[] = ['hard_bounce', 'complaint'];

const unlessPermanent = (): Condition<Suppression> =>
  any(attributeNotExists('reason'), not(isOneOf('reason', permanentReasons)));

/** Whether a suppression for this reason would leave the row unchanged. */
const staysUnchanged = (row: Suppression, { reason }: NewSuppression): boolean =>
  row.reason === reason || permanentReasons.includes(row.reason);

function suppressionChanges(
  workspaceId: string,
  email: string,
  { scope, reason, detail }: NewSuppression,
): Changes<Suppression> {
  const [id, at] = [newId(), nowIso()];
  return {
    set: { workspaceId, email, scope, reason, timeKey: suppressionsKey(workspaceId) },
    setIfAbsent: { id, detail: detail ?? null, createdAt: at, timeAt: timePosition(at, id) },
  };
}
