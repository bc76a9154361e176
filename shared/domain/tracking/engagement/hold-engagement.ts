import { enqueue } from '../../../aws/queues';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import type { ReadItem } from '../../../db/batched-reader';
import { putItem } from '../../../db/table';
import { now } from '../../../core/time';
import { findSenderDomain } from '../../platform/domains/find-sender-domain';
import type { Email } from '../../../db/records/emails';
import { classificationTime, type Engagement } from '../../../db/records/engagement';

/** What is held of an email's engagement, as a queue message. */
export interface HeldEngagement {
  workspaceId: string;
  messageId: string;
  /** When the hold ends, ms; not before the report was kept. */
  classifyAt: number;
}

/**
 * Holds an open or a click until it can be judged. A report that comes again changes nothing, unless the first
 * one was never judged. Without an active tracking host nothing is recorded.
 */
export async function holdEngagement(email: Email, engagement: Engagement, read: ReadItem): Promise<void> {
  if (email.engagement.isFull || !(await isTracked(email, read))) return;
  const { workspaceId, id: messageId } = email;
  const key = keys.engagement(workspaceId, messageId, engagement.occurredAt, engagement.id);
  const held = (await putItem<Engagement>({ ...key, ...engagement }, ifAbsent)) ?? engagement;
  if (held.actor === undefined) {
    await scheduleClassification({
      workspaceId,
      messageId,
      classifyAt: Math.max(classificationTime(held), now()),
    });
  }
}

/** Wakes the judge when the hold is over, or in so many seconds more. */
export async function scheduleClassification(held: HeldEngagement, extraDelaySeconds = 0): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((held.classifyAt - now()) / 1000)) + extraDelaySeconds;
  await enqueue('engagement', [{ body: held, delaySeconds }]);
}

/** Opens and clicks count only while the sending domain's own host name leads to them. */
const isTracked = async (email: Email, read: ReadItem): Promise<boolean> =>
  (await findSenderDomain(email, read))?.tracking.status === 'active';
