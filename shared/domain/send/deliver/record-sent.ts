import { logger } from '../../../core/logger';
import { nowIso } from '../../../core/time';
import { startThread } from '../threading/start-thread';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';

/**
 * Records that the provider took the email. Called by the attempt that handed it over and by the provider's
 * first event, whichever comes first: the other changes nothing.
 */
export async function recordSent(email: Email, providerMessageId: string, sentAt: string): Promise<void> {
  // The thread first: an attempt that dies in between leaves the email queued, and the event does both again.
  const joinsThread = email.joinsThread ?? !(await startThread(email, sentAt));
  await transitionEmail(
    { ...email, joinsThread },
    { from: email.status, to: 'sent', set: { providerMessageId, sentAt } },
  );
}

/** The mail has left: if this cannot be written now, the provider's Send event records it. */
export async function tryToRecordSent(email: Email, providerMessageId: string): Promise<void> {
  await recordSent(email, providerMessageId, nowIso()).catch((error: unknown) => {
    logger.error('email sent but not recorded so', { messageId: email.id, providerMessageId, error });
  });
}
