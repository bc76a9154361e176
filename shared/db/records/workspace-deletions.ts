import type { Key } from '../keys/key';
import type { PurgeRecord } from './deletions';

/** A deleted workspace and the progress of its removal. A missing counter means 0. */
export interface WorkspaceDeletion extends PurgeRecord {
  /** The number of completed scans of the whole table. */
  scanPasses?: number;
  /** The segment of the table that is being scanned, and the key to continue from. */
  segment?: number;
  from?: Key | null;
  /**
   * The number of scanned pages. A worker saves its progress only if this number has not changed, so that two
   * concurrent workers count a page only once.
   */
  parts?: number;
  recordsDeleted?: number;
  objectsDeleted?: number;
}

/** The number of segments into which a scan divides the table. */
export const scanSegments = 32;

/**
 * The minimum number of scans. The second scan runs after the last function that can write for the workspace has ended.
 */
export const scansMin = 2;
