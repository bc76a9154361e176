import { absent, any, isOneOf, not } from '../../../db/condition';
import { keys, suppressionsKey, timePosition } from '../../../db/keys';
import { getItem, getItems, updateItem } from '../../../db/table';
import { change, writeTogether } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { bareAddress } from '../../../text/mailbox';
import { newId, nowIso } from '../../../core/time';
import type { NewSuppression, Suppression, SuppressionReason } from '../../../db/records/suppressions';

/**
 * Suppresses the addresses, 100 at most. A row that is there keeps its id, date and detail, and its reason too where
 * that is a hard bounce or a complaint. Of one address alone, returns the row that now refuses its mail.
 */
export async function suppress(
  workspaceId: string,
  addresses: readonly string[],
  wanted: NewSuppression,
): Promise<Suppression | undefined> {
  const emails = [...new Set(addresses.map(bareAddress))];
  const [only] = emails;
  if (only !== undefined && emails.length === 1) return suppressOne(workspaceId, only, wanted);
  await suppressSeveral(workspaceId, emails, wanted);
  return undefined;
}

async function suppressOne(workspaceId: string, email: string, wanted: NewSuppression): Promise<Suppression> {
  const key = keys.suppression(workspaceId, email, wanted.scope);
  const written = await updateItem<Suppression>(key, rowOf(workspaceId, email, wanted), unlessGrave());
  // Undefined once more when the row was lifted since the write was refused: then it may be written now.
  return written ?? (await getItem<Suppression>(key)) ?? suppressOne(workspaceId, email, wanted);
}

/** The same of several, each once and bare. Returns how many had no row in this scope. */
export async function suppressSeveral(
  workspaceId: string,
  emails: readonly string[],
  wanted: NewSuppression,
): Promise<number> {
  const rows = await getItems<Suppression>(
    emails.map((email) => keys.suppression(workspaceId, email, wanted.scope)),
  );
  const staying = rows.filter((row) => wouldStay(row, wanted));
  const open = emails.filter((email) => !staying.some((row) => row.email === email));
  const isDone = open.length === 0 || (await suppressTogether(workspaceId, open, wanted));
  // One of them bounced or complained since it was read: each has to be asked by itself.
  if (!isDone) await Promise.all(open.map((email) => suppressOne(workspaceId, email, wanted)));
  return emails.length - rows.length;
}

/** All or none of them. False when one of the addresses has a row whose reason stays. */
const suppressTogether = (
  workspaceId: string,
  emails: readonly string[],
  wanted: NewSuppression,
): Promise<boolean> =>
  writeTogether(
    emails.map((email) =>
      change(
        keys.suppression(workspaceId, email, wanted.scope),
        rowOf(workspaceId, email, wanted),
        unlessGrave(),
      ),
    ),
  );

/** Reasons that a later one does not replace. */
const graveReasons: readonly SuppressionReason[] = ['hard_bounce', 'complaint'];

const unlessGrave = () => any(absent('reason'), not(isOneOf('reason', graveReasons)));

/** Whether suppressing for the wanted reason would leave the row as it is. */
const wouldStay = (row: Suppression, { reason }: NewSuppression): boolean =>
  row.reason === reason || graveReasons.includes(row.reason);

function rowOf(workspaceId: string, email: string, { scope, reason, detail }: NewSuppression): Changes {
  const [id, at] = [newId(), nowIso()];
  return {
    set: { workspaceId, email, scope, reason, timeKey: suppressionsKey(workspaceId) },
    setOnce: { id, detail: detail ?? null, createdAt: at, timeAt: timePosition(at, id) },
  };
}
