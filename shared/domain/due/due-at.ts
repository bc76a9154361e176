import { dueWebhookKey, dueWorkKey } from '../../db/keys';
import { iso } from '../../time';
import type { Due, DueJob } from './record';

/** The attributes that make the record with this id due then, in ms. */
export const dueAtTime = (id: string, dueJob: DueJob, atMs: number): Due => ({
  dueKey: (dueJob === 'attemptWebhook' ? dueWebhookKey : dueWorkKey)(id),
  dueAt: iso(atMs),
  dueJob,
});
