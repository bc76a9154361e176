import { ApiError } from '../../../core/errors';
import { logger } from '../../../core/logger';
import { now } from '../../../core/time';
import { checkAgain, refuseNow } from '../policy/again';
import { claimEmail, unknownOutcomeMs } from '../deliver/claim';
import { countStored } from '../deliver/count-stored';
import { depart } from '../deliver/depart';
import { providerError } from '../deliver/origins';
import { dueAtTime } from '../../platform/scheduler/due-at';
import { reached } from '../../platform/scheduler/reached';
import { setAlarm } from '../../platform/scheduler/set-alarm';
import { findMessage } from '../emails/content';
import { findEmail } from '../emails/find';
import { moveEmail } from '../emails/move';
import type { Email } from '../../../db/records/emails';
import { holdBack, pickUpsMax } from './hold-back';

/**
 * Sends an email that is due, or says why it cannot leave yet. Whoever moves it from `scheduled` to `queued` has it:
 * messages that come twice, early, or after a cancel find nothing to do.
 */
export async function sendDueEmail(workspaceId: string, id: string): Promise<void> {
  const email = await findEmail(workspaceId, id);
  if (!email || !(await isDue(email))) return;
  const claimed = await claimDue(email);
  if (!claimed) return;
  await checkAndDepart(claimed).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logger.info('due email held back', { messageId: id, type: error.type });
    await holdBack(claimed, error);
  });
}

async function isDue(email: Email): Promise<boolean> {
  if (email.status === 'queued') return endedWithoutAnswer(email);
  if (email.status !== 'scheduled') return false;
  const times = [email.scheduledAt, email.waiting?.heldUntil].map((time) => Date.parse(time ?? '') || 0);
  return reached(Math.max(...times));
}

/** An attempt of ours died or heard nothing, and the provider's event had its time to arrive. */
const endedWithoutAnswer = async ({ dueJob, attempt }: Email): Promise<boolean> =>
  dueJob === 'sendEmail' && attempt !== undefined && reached(attempt.startedAt + unknownOutcomeMs);

/** While it is being sent it stays due, for the case that this attempt dies or hears nothing. */
async function claimDue(email: Email): Promise<Email | undefined> {
  const againAt = now() + unknownOutcomeMs;
  const stillDue = dueAtTime(email.id, 'sendEmail', againAt);
  await setAlarm(againAt);
  if (email.status === 'scheduled') return claimEmail(email, 'scheduled', stillDue);

  const waiting = { pickUps: (email.waiting?.pickUps ?? 0) + 1 };
  if (waiting.pickUps < pickUpsMax) return claimEmail(email, 'queued', { ...stillDue, waiting });
  // Each attempt may have reached the recipient: at some point one more is worse than none.
  await moveEmail(email, { from: 'queued', to: 'failed', set: { waiting }, attempt: email.attempt });
  return undefined;
}

async function checkAndDepart(email: Email): Promise<void> {
  const asked = await findMessage(email);
  if (!asked) return giveUp(email);
  const again = await checkAgain(email, asked);
  const { message, reads } = again;
  if (message.to.length === 0) {
    const to = asked.to.map(({ address }) => address);
    await moveEmail(email, { from: 'queued', to: 'canceled', set: { to } });
    return;
  }
  const domain = refuseNow(again);
  const count = (leaving: Email) => countStored(leaving, reads.workspace);
  const departed = await depart('dueTime', { email, message, domain, surroundings: reads, count });
  if (departed === 'throttled' || departed === 'unavailable')
    throw providerError('dueTime', departed, email.id);
}

/** Nothing can be sent of it. It must not stay `queued`, as if somebody were at it. */
async function giveUp(email: Email): Promise<void> {
  logger.error('scheduled email without content', { messageId: email.id });
  await moveEmail(email, { from: 'queued', to: 'failed' });
}
