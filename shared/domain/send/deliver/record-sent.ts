import { logger } from '../../../core/logger';
import { nowIso } from '../../../core/time';
import { startThread } from '../threading/start-thread';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';

/**
 * Records that SES accepted the email. Called by the attempt that submitted it and when the first event from SES
 * arrives. The first call makes the change, the other one changes nothing.
 */
export async function recordSent(email: Email, providerMessageId: string, sentAt: string): Promise<void> {
  // The thread first: after a crash in between, the email is still queued, and the event repeats both.
  const joinsThread = email.joinsThread ?? !(await startThread(email, sentAt));
  await transitionEmail(
    { ...email, joinsThread },
    { from: email.status, to: 'sent', set: { providerMessageId, sentAt } },
  );
}

/** The email was sent. If this write fails, the Send event from SES records it. */
export async function tryToRecordSent(email: Email, providerMessageId: string): Promise<void> {
  await recordSent(email, providerMessageId, nowIso()).catch((error: unknown) => {
    logger.error('sent email not recorded', { messageId: email.id, providerMessageId, error });
  });
}
