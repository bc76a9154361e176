import type { Key } from '../keys/key';
import type { PurgeRecord } from './deletions';

/** A deleted workspace and the progress of its removal. Absent counters mean 0. */
export interface WorkspaceDeletion extends PurgeRecord {
  /** The number of completed scans of the whole table. */
  scanPasses?: number;
  /** The segment of the table that is being scanned, and the key to continue from. */
  segment?: number;
  from?: Key | null;
  /**
   * The number of scanned pages. Progress is conditional on this number, so two concurrent workers count a page only
   * once.
   */
  parts?: number;
  recordsDeleted?: number;
  objectsDeleted?: number;
}

/** The number of segments of the table for a scan. */
export const scanSegments = 32;

/** One scan, and a second scan after the last function that can write for the workspace has ended. */
export const scansMin = 2;
