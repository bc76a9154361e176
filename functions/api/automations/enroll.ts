import { expectAutomation } from '../../../shared/domain/marketing/automations/find';
import type { Automation } from '../../../shared/db/records/automations';
import { enrol } from '../../../shared/domain/marketing/automations/enrollments/enrol';
import { refuseEnrolling } from '../../../shared/domain/marketing/automations/enrollments/guardrails';
import {
  readStandings,
  type CannotEnrol,
  type NotEnrolled,
} from '../../../shared/domain/marketing/automations/enrollments/judge';
import { ApiError } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { bareAddress } from '../../../shared/text/mailbox';
import { presentEnrolment } from './present';
import { automationRoutes } from './routes';

export const handler = endpoint(automationRoutes.enroll, async (ctx, { params, body }) => {
  const { workspaceId, credential, operation } = ctx;
  const address = bareAddress(body.email);
  refuseEnrolling(credential, address);
  const [automation, standings] = await Promise.all([
    expectAutomation(workspaceId, params.id),
    readStandings(workspaceId, params.id, [address]),
  ]);
  const enrolling = { id: operation.id, address, variables: body.variables ?? {} };
  const outcome = await enrol(automation, enrolling, standings);
  if (outcome.enrolled)
    return ok({ enrolled: true, reason: null, enrollment: presentEnrolment(outcome.enrolment) });
  const { reason } = outcome;
  if (canEnrolNobody(reason)) throw cannotEnrol(automation, reason);
  return ok({ enrolled: false, reason, enrollment: null });
});

const canEnrolNobody = (reason: CannotEnrol | NotEnrolled): reason is CannotEnrol => reason in sentences;

/** Agents read nothing but the message (contract.md, D43). */
const sentences: Record<CannotEnrol, (automation: Automation) => string> = {
  not_active: ({ status }) => `This automation is ${status}: it enrols nobody before its status is active`,
  no_steps: () => 'This automation has no steps: there is nothing to enrol anybody for',
  topic_missing: ({ topicKey }) =>
    `The topic ${topicKey ?? ''} that this automation sends under was deleted: it can enrol nobody before another is set`,
};

const cannotEnrol = (automation: Automation, reason: CannotEnrol): ApiError =>
  new ApiError('invalid_state', sentences[reason](automation), {
    beside: { enrolled: false, reason, enrollment: null },
  });
