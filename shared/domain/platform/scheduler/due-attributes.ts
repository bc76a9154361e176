import { dueKey } from '../../../db/keys';
import { toIso } from '../../../core/time';
import type { DueFields, DueJob } from '../../../db/records/due';
import { dueJobs } from './due-jobs';

/** The attributes that make the record with this id due at this time, in ms. */
export const dueAttributes = (id: string, dueJob: DueJob, atMs: number): DueFields => ({
  dueKey: dueKey(dueJobs[dueJob].lane, id),
  dueAt: toIso(atMs),
  dueJob,
});

/** The attributes to remove from a record that is no longer due. */
export const dueAttributeNames = ['dueKey', 'dueAt', 'dueJob'] as const;
