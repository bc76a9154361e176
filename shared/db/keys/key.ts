declare const recordType: unique symbol;

/** The key of a record in the one table. `T` is the type of that record: it exists only for the compiler. */
export interface Key<T = unknown> {
  pk: string;
  sk: string;
  readonly [recordType]?: T;
}

/**
 * Every partition begins with its workspace, so that no query can cross tenants, but for what is asked before the
 * workspace is known (whose credential is this, what has it used, who signed in, who uses this domain), the rates that
 * all share, and the operator's list.
 */
export const workspace = (workspaceId: string) => `W#${workspaceId}`;

/** What grows without an end is spread over partitions: each takes 1,000 writes a second. */
export const shards = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The last hex digits of a UUIDv7 are random. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % shards.length;

/** The same for what has no id of ours, such as an address. */
export function shardOfText(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash % shards.length;
}

/** Where a record stands in an index by time: the time, then its id. */
export const timePosition = (at: string, id: string): string => `${at}#${id}`;
