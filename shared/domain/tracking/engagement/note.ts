import { enqueue } from '../../../aws/queues';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import type { Read } from '../../../db/reading-together';
import { putItem } from '../../../db/table';
import { now } from '../../../core/time';
import { domainOfSender } from '../../platform/domains/sender';
import type { Email } from '../../../db/records/emails';
import { judgedAt, type Engagement } from '../../../db/records/engagement';

/** What is held of an email's engagement, as a queue message. */
export interface HeldEngagement {
  workspaceId: string;
  messageId: string;
  /** When the hold ends, ms; not before the report was kept. */
  judgedAt: number;
}

/**
 * Holds an open or a click until it can be judged. A report that comes again changes nothing, unless the first
 * one was never judged. Without an active tracking host nothing is recorded.
 */
export async function noteEngagement(email: Email, engagement: Engagement, read: Read): Promise<void> {
  if (email.readers.isFull || !(await isTracked(email, read))) return;
  const { workspaceId, id: messageId } = email;
  const key = keys.engagement(workspaceId, messageId, engagement.occurredAt, engagement.id);
  const noted = (await putItem<Engagement>({ ...key, ...engagement }, ifAbsent)) ?? engagement;
  if (noted.doneBy === undefined) {
    await judgeLater({ workspaceId, messageId, judgedAt: Math.max(judgedAt(noted), now()) });
  }
}

/** Wakes the judge when the hold is over, or in so many seconds more. */
export async function judgeLater(held: HeldEngagement, moreSeconds = 0): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((held.judgedAt - now()) / 1000)) + moreSeconds;
  await enqueue('engagement', [{ body: held, delaySeconds }]);
}

/** Opens and clicks count only while the sending domain's own host name leads to them. */
const isTracked = async (email: Email, read: Read): Promise<boolean> =>
  (await domainOfSender(email, read))?.tracking.status === 'active';
