import type * as z from 'zod/mini';
import type { Automation, Step } from '../../../shared/db/records/automations';
import type { Enrolment, EnrolmentCounts } from '../../../shared/db/records/enrollments';
import type { AutomationSchema, EnrollmentSchema } from './shapes';

/** What stands beside an automation. */
export interface Beside {
  steps: readonly Step[];
  counts: EnrolmentCounts;
}

export const presentAutomation = (
  automation: Automation,
  { steps, counts }: Beside,
): z.infer<typeof AutomationSchema> => ({
  id: automation.id,
  name: automation.name,
  slug: automation.slug,
  status: automation.status,
  trigger: {
    kind: automation.trigger.kind,
    audience_id: automation.trigger.audienceId,
    event_name: automation.trigger.eventName,
    tag: automation.trigger.tag,
  },
  identity_id: automation.identityId,
  from: automation.from,
  reply_to: automation.replyTo,
  steps: steps.map((step) => ({
    delay_minutes: step.delayMinutes,
    subject: step.subject,
    html: step.html,
    template_slug: step.templateSlug,
  })),
  exit_on_reply: automation.exitOnReply,
  topic_key: automation.topicKey,
  exit_tags: [...automation.exitTags],
  required_tags: [...automation.requiredTags],
  reenrollment: automation.reenrolment,
  default_variables: { ...automation.defaultVariables },
  created_at: automation.createdAt,
  updated_at: automation.updatedAt,
  enrollments: { ...counts },
});

export const presentEnrolment = (enrolment: Enrolment): z.infer<typeof EnrollmentSchema> => ({
  id: enrolment.id,
  automation_id: enrolment.automationId,
  email: enrolment.email,
  current_step: enrolment.currentStep,
  status: enrolment.status,
  next_due_at: enrolment.nextDueAt,
  variables: { ...enrolment.variables },
  enrolled_at: enrolment.enrolledAt,
  completed_at: enrolment.completedAt,
  canceled_at: enrolment.canceledAt,
  cancel_reason: enrolment.cancelReason,
  last_error: enrolment.lastError,
  attempts: enrolment.attempts,
});
