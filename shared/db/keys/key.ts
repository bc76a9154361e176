declare const recordType: unique symbol;

/** The key of a record in the table. `T`, the type of the record, exists only at compile time. */
export interface Key<T = unknown> {
  pk: string;
  sk: string;
  readonly [recordType]?: T;
}

/**
 * Partition keys begin with the workspace, so that no query can return records of another workspace. The exceptions
 * are records that are read before the workspace is known (credentials and their request counts, users and their
 * sessions, the workspaces that use a domain, the addresses of inboxes), the rates that all workspaces share, and the
 * operator's lists of workspaces.
 */
export const workspace = (workspaceId: string) => `W#${workspaceId}`;

/**
 * The shards of collections that grow without limit. Such collections are sharded because a partition accepts only
 * 1,000 writes a second.
 */
export const shards = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the shard of a record from the last hexadecimal digits of its UUIDv7, which are random. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % shards.length;

/** Returns the shard of a record without a UUIDv7, for example from its address. */
export function shardOfText(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) >>> 0;
  return hash % shards.length;
}

/** Returns the sort key of a record in an index by time: the time, then the id. */
export const timePosition = (at: string, id: string): string => `${at}#${id}`;
