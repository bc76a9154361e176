import type * as z from 'zod/mini';
import type { Automation, Step } from '../../../shared/db/records/automations';
import type { Enrollment, EnrollmentCounts } from '../../../shared/db/records/enrollments';
import type { AutomationSchema, EnrollmentSchema } from './shapes';

/** The parts of an automation that are stored in separate records. */
export interface AutomationDetails {
  steps: readonly Step[];
  counts: EnrollmentCounts;
}

export const presentAutomation = (
  automation: Automation,
  { steps, counts }: AutomationDetails,
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
  reenrollment: automation.reenrollment,
  default_variables: { ...automation.defaultVariables },
  contact_fields: automation.contactFields ?? false,
  created_at: automation.createdAt,
  updated_at: automation.updatedAt,
  enrollments: { ...counts },
});

export const presentEnrollment = (enrollment: Enrollment): z.infer<typeof EnrollmentSchema> => ({
  id: enrollment.id,
  automation_id: enrollment.automationId,
  email: enrollment.email,
  current_step: enrollment.currentStep,
  status: enrollment.status,
  next_due_at: enrollment.nextDueAt,
  variables: { ...enrollment.variables },
  enrolled_at: enrollment.enrolledAt,
  completed_at: enrollment.completedAt,
  canceled_at: enrollment.canceledAt,
  cancel_reason: enrollment.cancelReason,
  last_error: enrollment.lastError,
  attempts: enrollment.attempts,
});
