import type { Ctx } from '../../core/ctx';
import type { Message } from './emails/message';
import { inProgress } from './deliver/claim';
import { moveEmail } from './emails/move';
import type { Email } from '../../db/records/emails';
import { storeRejected } from './emails/store-rejected';

/** Nobody is left in `to`: that is an outcome, not an error, and the log has it (core.md, "Order of checks" 11). */
export async function reject(
  ctx: Ctx,
  message: Message,
  { reason, earlier }: { reason: string; earlier: Email | undefined },
): Promise<Email> {
  if (earlier) return rejectEarlier(earlier, reason);
  return storeRejected(ctx, message, reason);
}

/** The attempt before stored the email, and what it counted stays counted: it may have left after all. */
async function rejectEarlier(email: Email, reason: string): Promise<Email> {
  const { attempt } = email;
  if (!(await moveEmail(email, { from: 'queued', to: 'rejected', set: { skippedBecause: reason }, attempt })))
    throw inProgress();
  return { ...email, status: 'rejected', skippedBecause: reason };
}
