import type { Key } from '../keys/key';
import type { PurgeRecord } from './deletions';

/** A workspace that was deleted, and how far it is cleared away. What is absent is none or the first. */
export interface WorkspaceDeletion extends PurgeRecord {
  /** How often the whole table was looked through. */
  scanPasses?: number;
  /** The part of the table that is being looked through, and from where. */
  segment?: number;
  from?: Key | null;
  /** Changes with each part that was done: two who are at it at once count it once. */
  parts?: number;
  recordsDeleted?: number;
  objectsDeleted?: number;
}

/** The table is looked through in so many parts. */
export const scanSegments = 32;

/** Once, and once more when nobody can write anything of it any more. */
export const scansMin = 2;
