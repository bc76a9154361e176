import type { DueFields } from './due';

/**
 * The content of a message. The content is a separate record because DynamoDB charges each update for the size of the
 * whole record.
 */
export interface ContentRecord {
  /** Small content, as gzipped JSON. */
  inline?: Uint8Array;
  /** For larger content, the key of the object in the content bucket. */
  objectKey?: string;
}

/**
 * The objects in the content bucket that a held or scheduled email or a campaign uses. Their size is part of the
 * workspace's `storedBytes`.
 */
export interface StoredContent {
  /** Also the id of the deletion of these objects. */
  id: string;
  /** The size before compression. */
  bytes: number;
  /** The object of the content record. */
  contentKey?: string;
  /** The object with the attachments of an email. */
  attachmentsKey?: string;
}

/**
 * Objects in the content bucket that no record uses, either because their use has ended, or because the request that
 * uploaded the objects has not stored its record yet. A job deletes the objects when the deletion is due.
 */
export interface ContentDeletion extends DueFields {
  id: string;
  workspaceId: string;
  bytes: number;
  objectKeys: readonly string[];
}
