import { ApiError } from '../../../../core/errors';
import { logger } from '../../../../core/logger';
import { normalizeAddress } from '../../../../text/mailbox';
import { findAutomation } from '../find';
import { loadSteps } from '../automation-steps';
import { loadPolicyContext, type PolicyContext } from '../../../send/policy/policy-context';
import { findContactByAddress } from '../../../audience/contacts/find';
import type { StepMessage } from '../../../platform/scheduler/due-jobs';
import { buildCancellation } from '../enrollments/end-enrollments';
import { findEnrollment } from '../enrollments/find';
import { usesTagRules, findTagExit } from '../enrollments/eligibility';
import type { Variables } from '../../../../db/records/automations';
import type { Contact } from '../../../../db/records/contacts';
import type { CancelReason } from '../../../../db/records/enrollments';
import { unscheduleStep } from '../enrollments/schedule-entry';
import { isSubscribed } from '../../../audience/topics/preferences';
import { claimStep, endAndUnschedule, recordStepRefused, recordStepSent } from './step-outcomes';
import { deleteOrphanEntry, pauseStep, waitUntilStepDue } from './step-schedule';
import { deliverStep } from './deliver-step';
import { resolvePreviousStepAttempt } from './previous-step-attempt';
import { stepSendParameters, type StepContext } from './step-mail';

/**
 * Sends the step that is due, or records why it cannot be sent yet. The step must be claimed first, so a queue message
 * that arrives twice, too early or after the enrollment has ended has no effect. All records are read at send time
 * (AT-31).
 */
export async function sendStep(due: StepMessage): Promise<void> {
  const { workspaceId, automationId } = due;
  const [enrollment, automation] = await Promise.all([
    findEnrollment(due),
    findAutomation(workspaceId, automationId),
  ]);
  // The automation was deleted. The purge deletes its enrollments.
  if (!automation) return;
  if (!enrollment) return deleteOrphanEntry(due);
  if (enrollment.status !== 'active') return unscheduleStep(enrollment);
  if (automation.status !== 'active') return pauseStep(enrollment);
  if (!(await waitUntilStepDue(enrollment))) return;
  const previous = await resolvePreviousStepAttempt(enrollment);
  if (previous.outcome === 'unknown') return;
  if (previous.outcome === 'sent') return recordStepSent(enrollment, automation, previous.at);
  const step = (await loadSteps(automation))[enrollment.currentStep];
  if (step) await checkAndClaimStep({ automation, step, enrollment });
}

async function checkAndClaimStep(stepContext: Omit<StepContext, 'contactVariables'>): Promise<void> {
  const { automation, enrollment } = stepContext;
  const { workspaceId, email: address } = enrollment;
  const [reads, contact] = await Promise.all([
    loadPolicyContext({ workspaceId }, stepSendParameters(stepContext)),
    usesTagRules(automation) || automation.contactFields
      ? findContactByAddress(workspaceId, address)
      : undefined,
  ]);
  const exitReason = findExitReason(stepContext, reads, contact?.tags ?? new Set());
  if (exitReason) return endAndUnschedule(enrollment, buildCancellation(exitReason));
  const contactVariables = automation.contactFields ? await readContactVariables(address, contact) : {};
  const claimed = await claimStep(enrollment);
  if (!claimed) return;
  await deliverStep({ ...stepContext, contactVariables, enrollment: claimed }, claimed, reads).catch(
    async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      logger.info('step not sent', { enrollmentId: enrollment.id, type: error.type });
      await recordStepRefused(claimed, error);
    },
  );
}

/** Loads the list of top-level domains only for automations that use the fields of contacts. */
async function readContactVariables(address: string, contact: Contact | undefined): Promise<Variables> {
  const { contactVariables } = await import('../contact-variables.lazy');
  return contactVariables(address, contact);
}

/** Returns the reason if the enrollment ends before this step (AT-40 to AT-44). */
function findExitReason(
  { automation, enrollment }: Omit<StepContext, 'contactVariables'>,
  { suppressions, preferences, topic }: PolicyContext,
  tags: ReadonlySet<string>,
): CancelReason | undefined {
  const address = normalizeAddress(enrollment.email);
  const suppression = suppressions.get(address);
  if (suppression) return suppression.reason === 'unsubscribe' ? 'unsubscribed' : 'suppressed';
  if (topic && !isSubscribed(topic, preferences.get(address))) return 'unsubscribed_from_topic';
  return findTagExit(automation, tags);
}
