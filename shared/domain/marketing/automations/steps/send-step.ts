import { atMost } from '../../../../db/condition';
import { erase, writeTogether } from '../../../../db/transaction';
import { ApiError } from '../../../../core/errors';
import { logger } from '../../../../core/logger';
import { bareAddress, domainOf } from '../../../../text/mailbox';
import { iso, minuteMs, now, nowIso } from '../../../../core/time';
import { findAutomation } from '../find';
import { stepsOf } from '../automation-steps';
import { refuseNow } from '../../../send/policy/again';
import { readForSending, type SendReads } from '../../../send/policy/reads';
import { contactWithAddress } from '../../../audience/contacts/find';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import type { Composed } from '../../../send/deliver/compose';
import { countNew } from '../../../send/deliver/count-new';
import { depart } from '../../../send/deliver/depart';
import { providerError } from '../../../send/deliver/origins';
import { reached } from '../../../platform/scheduler/reached';
import type { DueStep } from '../../../platform/scheduler/registry';
import { findEmail } from '../../../send/emails/find';
import { moveEmail } from '../../../send/emails/move';
import { newEmail } from '../../../send/emails/new-email';
import type { Email } from '../../../../db/records/emails';
import { storeRejected } from '../../../send/emails/store-rejected';
import { canceled } from '../enrollments/end';
import { findEnrolment } from '../enrollments/find';
import { asksForTags, tagExit } from '../enrollments/judge';
import type { CancelReason, Enrolment } from '../../../../db/records/enrollments';
import { endTurn, holdTurn, setTurn, turnKey } from '../enrollments/turn';
import { isSubscribed } from '../../../audience/topics/preferences';
import { claimStep, end, stepRefused, stepRejected, stepSent, stepUnheard, type Attempted } from './progress';
import { askedOf, stepMail, type StepFor } from './step-mail';

/**
 * Sends the step that is due, or says why it cannot leave yet. Whoever claims it has it: messages that come twice, too
 * early, or after somebody left find nothing to do. Everything is read as it is now (workspace.md, "Automation").
 */
export async function sendStep(due: DueStep): Promise<void> {
  const { workspaceId, automationId } = due;
  const [enrolment, automation] = await Promise.all([
    findEnrolment(due),
    findAutomation(workspaceId, automationId),
  ]);
  // Its deletion takes all of it away.
  if (!automation) return;
  if (!enrolment) return dropTurn(due);
  if (enrolment.status !== 'active') return endTurn(enrolment);
  if (automation.status !== 'active') return hold(enrolment);
  if (!(await isDue(enrolment))) return;
  const earlier = await earlierAttempt(enrolment);
  if (earlier.outcome === 'unknown') return;
  if (earlier.outcome === 'sent') return stepSent(enrolment, automation, earlier.at);
  const step = (await stepsOf(automation))[enrolment.currentStep];
  if (step) await checkAndSend({ automation, step, enrolment });
}

/** Nobody was enrolled after all. A turn is written a moment before its enrolment. */
async function dropTurn(due: DueStep): Promise<void> {
  await writeTogether([erase(turnKey(due), atMost('writtenAt', iso(now() - 2 * minuteMs)))]);
}

/** Should the automation be made active at this moment, the turn may be held after all others were released. */
async function hold(enrolment: Enrolment): Promise<void> {
  await holdTurn(enrolment);
  const automation = await findAutomation(enrolment.workspaceId, enrolment.automationId);
  if (automation?.status === 'active') await setTurn(enrolment, Date.parse(enrolment.nextDueAt));
}

async function isDue(enrolment: Enrolment): Promise<boolean> {
  const dueAt = Date.parse(enrolment.nextDueAt);
  if (await reached(dueAt)) return true;
  // While somebody is at it, the turn is due when the attempt has had its time.
  if (!enrolment.attempt) await setTurn(enrolment, dueAt);
  return false;
}

type EarlierAttempt = { outcome: 'sent'; at: string } | { outcome: 'unknown' } | { outcome: 'none' };

/** What became of the attempt before, should it have died or heard nothing. */
async function earlierAttempt({ attempt, ...enrolment }: Enrolment): Promise<EarlierAttempt> {
  if (!attempt) return { outcome: 'none' };
  const email = await findEmail(enrolment.workspaceId, attempt.emailId);
  if (email?.sentAt) return { outcome: 'sent', at: email.sentAt };
  const knownAt = attempt.startedAt + unknownOutcomeMs;
  if (now() < knownAt) {
    await setTurn(enrolment, knownAt);
    return { outcome: 'unknown' };
  }
  const isOver = email?.status !== 'queued' || (await moveEmail(email, { from: 'queued', to: 'failed' }));
  if (isOver) return { outcome: 'none' };
  // The event came at this moment.
  const sentAt = (await findEmail(enrolment.workspaceId, attempt.emailId))?.sentAt;
  return sentAt ? { outcome: 'sent', at: sentAt } : { outcome: 'none' };
}

async function checkAndSend(what: StepFor): Promise<void> {
  const { automation, enrolment } = what;
  const { workspaceId, email: address } = enrolment;
  const [reads, contact] = await Promise.all([
    readForSending({ workspaceId }, askedOf(what)),
    asksForTags(automation) ? contactWithAddress(workspaceId, address) : undefined,
  ]);
  const exit = exitOf(what, reads, contact?.tags ?? new Set());
  if (exit) return end(enrolment, canceled(exit));
  const claimed = await claimStep(enrolment);
  if (!claimed) return;
  await leave({ ...what, enrolment: claimed }, claimed, reads).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logger.info('step not sent', { enrolmentId: enrolment.id, type: error.type });
    await stepRefused(claimed, error);
  });
}

/** What ends it before the step: workspace.md, "Automatic exits". */
function exitOf(
  { automation, enrolment }: StepFor,
  { suppressions, preferences, topic }: SendReads,
  tags: ReadonlySet<string>,
): CancelReason | undefined {
  const address = bareAddress(enrolment.email);
  const suppression = suppressions.get(address);
  if (suppression) return suppression.reason === 'unsubscribe' ? 'unsubscribed' : 'suppressed';
  if (topic && !isSubscribed(topic, preferences.get(address))) return 'unsubscribed_from_topic';
  return tagExit(automation, tags);
}

async function leave(what: StepFor, enrolment: Attempted, reads: SendReads): Promise<void> {
  const { workspaceId, attempt } = enrolment;
  const message = stepMail(what, reads);
  const domain = refuseNow({ message, reason: '', reads });
  const origin = { workspaceId, operation: { id: attempt.emailId } };
  const recipientDomain = domainOf(enrolment.email);
  if (reads.undeliverable.has(recipientDomain)) {
    const reason = `undeliverable_domain:${recipientDomain}`;
    await storeRejected(origin, message, reason);
    return stepRejected(enrolment, reason);
  }
  const email = newEmail(origin, message, { threadId: null, joins: false });
  const content = (text: string) => ({ html: message.html ?? null, text });
  const count = (leaving: Email, { text }: Composed) =>
    countNew(leaving, {
      workspace: reads.workspace,
      content: content(text),
      earlier: undefined,
      refundCap: () => Promise.resolve(),
    });
  const departed = await depart('step', { email, message, domain, surroundings: reads, count });
  if (departed === 'sent') return stepSent(enrolment, what.automation, nowIso());
  if (departed === 'not ours') throw new Error('A new email cannot be somebody else’s');
  const error = providerError('step', departed, email.id);
  if (departed === 'unknown') return stepUnheard(enrolment, `${error.type}: ${error.message}`);
  throw error;
}
