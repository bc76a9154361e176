import { contactIdIn } from '../../../shared/db/cursor';
import { findContactByAddress } from '../../../shared/domain/audience/contacts/find';
import { comparableAddress } from '../../../shared/text/address';
import { toIso, timeOfId } from '../../../shared/core/time';

/** Cursors have the form `<created_at>|<id>`, so that clients can read and build the cursors of this list (C-4). */
export const encodeContactCursor = (id: string): string => `${toIso(timeOfId(id))}|${id}`;

/**
 * Returns the ID of the last row of the previous page. Also accepts an address, which is an older form of the cursor.
 * An invalid cursor means the first page.
 */
export async function decodeContactCursor(
  workspaceId: string,
  cursor: string | undefined,
): Promise<string | undefined> {
  const id = contactIdIn(cursor);
  if (id !== undefined) return id;
  return cursor?.includes('@')
    ? (await findContactByAddress(workspaceId, comparableAddress(cursor)))?.id
    : undefined;
}
