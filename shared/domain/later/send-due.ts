import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { ApiError } from '../../errors';
import { logger } from '../../logger';
import { dueAtTime } from '../due/due-at';
import { reached } from '../due/reached';
import { checkAgain, refuseNow } from '../checks/again';
import { newAttempt, unknownOutcomeMs } from '../departure/claim';
import { findContent } from '../emails/content';
import { findEmail } from '../emails/find';
import { providerError } from '../departure/hand-over';
import { holdBack, pickUpsMax } from './hold-back';
import { restoredMessage } from '../emails/message';
import { moveEmail, updateFor } from '../emails/move';
import type { Email } from '../emails/record';
import { sendStored } from '../departure/send-stored';

/**
 * Sends an email that is due, or says why it cannot leave yet. Whoever moves it from `scheduled` to `queued` has it:
 * messages that come twice, early, or after a cancel find nothing to do.
 */
export async function sendDueEmail(workspaceId: string, id: string): Promise<void> {
  const email = await findEmail(workspaceId, id);
  if (!email || !(await isDue(email))) return;
  const claimed = await claimDue(email);
  if (!claimed) return;
  await attempt(claimed).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logger.info('due email held back', { messageId: id, type: error.type });
    await holdBack(claimed, error);
  });
}

async function isDue(email: Email): Promise<boolean> {
  if (email.status === 'queued') return endedWithoutAnswer(email);
  if (email.status !== 'scheduled') return false;
  const times = [email.scheduledAt, email.heldUntil].map((time) => Date.parse(time ?? '') || 0);
  return reached(Math.max(...times));
}

/** An attempt of ours died or heard nothing, and the provider's event had its time to arrive. */
const endedWithoutAnswer = async ({ dueJob, attemptedAt }: Email): Promise<boolean> =>
  dueJob === 'sendEmail' && attemptedAt !== undefined && reached(attemptedAt + unknownOutcomeMs);

/**
 * While it is being sent it stays due, for the case that this attempt dies. Returns the email as it is by now:
 * somebody may have unsubscribed since it was read.
 */
async function claimDue(email: Email): Promise<Email | undefined> {
  const attempt = newAttempt();
  const set = { ...attempt, ...dueAtTime(email.id, 'sendEmail', attempt.attemptedAt + unknownOutcomeMs) };
  const key = keys.email(email.workspaceId, email.id);
  if (email.status === 'scheduled')
    return updateItem<Email>(key, updateFor(email, { from: 'scheduled', to: 'queued', set }));

  const pickUps = (email.pickUps ?? 0) + 1;
  const again = { from: 'queued', set: { ...set, pickUps }, owner: email.owner } as const;
  if (pickUps < pickUpsMax) return updateItem<Email>(key, updateFor(email, { ...again, to: 'queued' }));
  // Each attempt may have reached the recipient: at some point one more is worse than none.
  await moveEmail(email, { from: 'queued', to: 'failed', set: { pickUps }, owner: email.owner });
  return undefined;
}

async function attempt(email: Email): Promise<void> {
  const content = await findContent(email.workspaceId, email.id);
  if (!content?.message) return giveUp(email);
  const asked = restoredMessage(content.message);
  const again = await checkAgain(email, asked);
  if (again.message.to.length === 0) {
    const to = asked.to.map(({ address }) => address);
    await moveEmail(email, { from: 'queued', to: 'canceled', set: { to } });
    return;
  }
  const notTaken = await sendStored(email, again, refuseNow(again));
  if (notTaken?.kind === 'refused') await moveEmail(email, { from: 'queued', to: 'failed' });
  if (notTaken?.kind === 'throttled') throw providerError(notTaken, email.id);
}

/** Nothing can be sent of it. It must not stay `queued`, as if somebody were at it. */
async function giveUp(email: Email): Promise<void> {
  logger.error('scheduled email without content', { messageId: email.id });
  await moveEmail(email, { from: 'queued', to: 'failed' });
}
