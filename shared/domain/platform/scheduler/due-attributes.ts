import { dueKey } from '../../../db/keys';
import { toIso } from '../../../core/time';
import type { DueFields, DueJob } from '../../../db/records/due';
import { dueJobs } from './due-jobs';

/** The attributes that make the record with this id due then, in ms. */
export const dueAttributes = (id: string, dueJob: DueJob, atMs: number): DueFields => ({
  dueKey: dueKey(dueJobs[dueJob].lane, id),
  dueAt: toIso(atMs),
  dueJob,
});

/** What makes it due no longer. */
export const dueAttributeNames = ['dueKey', 'dueAt', 'dueJob'] as const;
