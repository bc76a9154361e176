import { isUuid } from '../../../shared/db/cursor';
import { contactWithAddress } from '../../../shared/domain/audience/contacts/find';
import { comparableAddress } from '../../../shared/text/address';
import { iso, timeOfId } from '../../../shared/core/time';

/** `<created_at>|<id>`: this list's cursors can be read, and written by hand (contract.md 4.7). */
export const encodeContactCursor = (id: string): string => `${iso(timeOfId(id))}|${id}`;

/** The id where the last page ended. The older form was an address; what is neither is the first page. */
export async function positionOf(
  workspaceId: string,
  cursor: string | undefined,
): Promise<string | undefined> {
  const [, id = ''] = cursor?.split('|') ?? [];
  if (isUuid(id)) return id;
  return cursor?.includes('@')
    ? (await contactWithAddress(workspaceId, comparableAddress(cursor)))?.id
    : undefined;
}
