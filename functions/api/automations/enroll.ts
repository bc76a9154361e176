import { expectAutomation } from '../../../shared/domain/marketing/automations/find';
import type { Automation } from '../../../shared/db/records/automations';
import { enroll } from '../../../shared/domain/marketing/automations/enrollments/enroll';
import { refuseEnrollment } from '../../../shared/domain/marketing/automations/enrollments/guardrails';
import {
  readEnrollmentStates,
  type AutomationIneligibility,
  type ContactIneligibility,
} from '../../../shared/domain/marketing/automations/enrollments/eligibility';
import { ApiError } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { normalizeAddress } from '../../../shared/text/mailbox';
import { presentEnrollment } from './present';
import { automationRoutes } from './routes';

export const handler = endpoint(automationRoutes.enroll, async (ctx, { params, body }) => {
  const { workspaceId, credential, operation } = ctx;
  const address = normalizeAddress(body.email);
  refuseEnrollment(credential, address);
  const [automation, eligibility] = await Promise.all([
    expectAutomation(workspaceId, params.id),
    readEnrollmentStates(workspaceId, params.id, [address]),
  ]);
  const newEnrollment = { id: operation.id, address, variables: body.variables ?? {} };
  const outcome = await enroll(automation, newEnrollment, eligibility);
  if (outcome.enrolled)
    return ok({ enrolled: true, reason: null, enrollment: presentEnrollment(outcome.enrollment) });
  const { reason } = outcome;
  if (isAutomationProblem(reason)) throw automationProblem(automation, reason);
  return ok({ enrolled: false, reason, enrollment: null });
});

const isAutomationProblem = (
  reason: AutomationIneligibility | ContactIneligibility,
): reason is AutomationIneligibility => reason in problemMessages;

/** Agents may read only the error message, so the message states the reason (AT-22). */
const problemMessages: Record<AutomationIneligibility, (automation: Automation) => string> = {
  not_active: ({ status }) =>
    `This automation is ${status}. An automation enrolls addresses only while its status is active`,
  no_steps: () => 'This automation has no steps, so it cannot enroll addresses',
  topic_missing: ({ topicKey }) =>
    `The topic ${topicKey ?? ''} of this automation was deleted. Set another topic before you enroll addresses`,
};

const automationProblem = (automation: Automation, reason: AutomationIneligibility): ApiError =>
  new ApiError('invalid_state', problemMessages[reason](automation), {
    extraFields: { enrolled: false, reason, enrollment: null },
  });
