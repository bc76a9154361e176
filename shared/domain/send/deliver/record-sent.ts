import { logger } from '../../../core/logger';
import { nowIso } from '../../../core/time';
import { startThread } from '../threading/start-thread';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';

/**
 * Records that SES accepted the email. Called by the attempt that submitted the email and by the worker that processes
 * the first event from SES. Only the first call has an effect.
 */
export async function recordSent(email: Email, providerMessageId: string, sentAt: string): Promise<void> {
  // Start the thread first. After a crash in between, the email is still queued, and the worker that processes the
  // event from SES repeats both writes.
  const joinsThread = email.joinsThread ?? !(await startThread(email, sentAt));
  await transitionEmail(
    { ...email, joinsThread },
    { from: email.status, to: 'sent', set: { providerMessageId, sentAt } },
  );
}

/** Records a sent email. If the write fails, the worker that processes the Send event records the email. */
export async function tryToRecordSent(email: Email, providerMessageId: string): Promise<void> {
  await recordSent(email, providerMessageId, nowIso()).catch((error: unknown) => {
    logger.error('sent email not recorded', { messageId: email.id, providerMessageId, error });
  });
}
