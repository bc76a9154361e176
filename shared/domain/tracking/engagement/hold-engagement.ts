import { enqueue } from '../../../aws/queues';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import type { ReadItem } from '../../../db/batched-reader';
import { putItem } from '../../../db/table';
import { now } from '../../../core/time';
import { findSenderDomain } from '../../platform/domains/find-sender-domain';
import type { Email } from '../../../db/records/emails';
import { classificationTime, type Engagement } from '../../../db/records/engagement';

/** The queue message for held engagement of an email. */
export interface HeldEngagement {
  workspaceId: string;
  messageId: string;
  /** When the held event occurred. Messages of earlier releases do not have this time. */
  occurredAt?: string | undefined;
  /** When the hold ends, in ms. This time is never before the event was stored. */
  classifyAt: number;
}

/**
 * Stores an open or a click and schedules its classification. A repeated report stores nothing. If the event is not
 * classified yet, the report schedules the classification again. Without an active tracking host, nothing is recorded.
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
      occurredAt: engagement.occurredAt,
      classifyAt: Math.max(classificationTime(held), now()),
    });
  }
}

/** Schedules the classification for the end of the hold, plus an extra delay. */
export async function scheduleClassification(held: HeldEngagement, extraDelaySeconds = 0): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((held.classifyAt - now()) / 1000)) + extraDelaySeconds;
  await enqueue('engagement', [{ body: held, delaySeconds }]);
}

/** Opens and clicks are recorded only while the sending domain has its own active tracking host. */
const isTracked = async (email: Email, read: ReadItem): Promise<boolean> =>
  (await findSenderDomain(email, read))?.tracking.status === 'active';
