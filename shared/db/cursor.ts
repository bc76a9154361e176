/** A list's cursor: opaque to clients, and no more than where the last page ended. */
export const encodeCursor = (position: string): string => Buffer.from(position).toString('base64url');

/** An unreadable cursor is the first page (contract.md 1.4). */
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
