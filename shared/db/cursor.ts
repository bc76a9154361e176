/** Encodes the end position of a page as a cursor, which is opaque to clients. */
export const encodeCursor = (position: string): string => Buffer.from(position).toString('base64url');

/** Decodes a cursor. An invalid cursor means the first page. */
export function decodeCursor(
  cursor: string | undefined,
  isPosition: (text: string) => boolean,
): string | undefined {
  if (!cursor) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString();
  return isPosition(position) ? position : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => uuid.test(text);

/** Whether the text is a position in an index by time: a time and an id. */
export function isTimePosition(text: string): boolean {
  const [at = '', id = '', ...rest] = text.split('#');
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && isUuid(id) && rest.length === 0;
}

/** Returns the ID in a cursor of the list of contacts, whose form is `<created_at>|<id>`. */
export function contactIdIn(cursor = ''): string | undefined {
  const id = cursor.split('|')[1] ?? '';
  return isUuid(id) ? id : undefined;
}

/** Whether the list of contacts can continue after this cursor, which may also be an address. */
export const isContactCursor = (cursor: string): boolean =>
  contactIdIn(cursor) !== undefined || cursor.includes('@');
