import { isUuid } from '../../../shared/db/cursor';
import { findContactByAddress } from '../../../shared/domain/audience/contacts/find';
import { comparableAddress } from '../../../shared/text/address';
import { toIso, timeOfId } from '../../../shared/core/time';

/** `<created_at>|<id>`: this list's cursors can be read, and written by hand (C-4). */
export const encodeContactCursor = (id: string): string => `${toIso(timeOfId(id))}|${id}`;

/** The id where the last page ended. The older form was an address; what is neither is the first page. */
export async function decodeContactCursor(
  workspaceId: string,
  cursor: string | undefined,
): Promise<string | undefined> {
  const [, id = ''] = cursor?.split('|') ?? [];
  if (isUuid(id)) return id;
  return cursor?.includes('@')
    ? (await findContactByAddress(workspaceId, comparableAddress(cursor)))?.id
    : undefined;
}
