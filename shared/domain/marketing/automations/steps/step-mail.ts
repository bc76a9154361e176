import { ApiError, invalidRequest } from '../../../../core/errors';
import { isProblem, parseMailbox, type Mailbox } from '../../../../text/mailbox';
import { listStepPlaceholders } from '../placeholders';
import type { Automation, Step } from '../../../../db/records/automations';
import type { PolicyContext } from '../../../send/policy/policy-context';
import type { Message } from '../../../send/emails/message';
import type { Enrollment } from '../../../../db/records/enrollments';
import { readRenderedSubject, renderTemplate } from '../../../platform/templates/render';
import type { Template } from '../../../../db/records/templates';

/** A step of an automation, for one person. */
export interface StepContext {
  automation: Automation;
  step: Step;
  enrollment: Enrollment;
}

/** What the checks of a step read by. */
export const stepSendParameters = ({ automation, step, enrollment }: StepContext) => ({
  from: expectMailbox(automation.from),
  to: [{ name: '', address: enrollment.email }],
  cc: [],
  bcc: [],
  riskClass: 'marketing' as const,
  topic: automation.topicKey ?? undefined,
  template: step.templateSlug ?? undefined,
  replyToMessageId: undefined,
});

/** The mail of the step, as everything it is made of is now; throws what it cannot be made for. */
export function composeStepMessage(
  stepContext: StepContext,
  { topic, template }: Pick<PolicyContext, 'topic' | 'template'>,
): Message {
  const { automation, step, enrollment } = stepContext;
  const { topicKey, replyTo } = automation;
  if (topicKey !== null && !topic)
    throw new ApiError('unknown_topic', `topic_key: the topic ${topicKey} was deleted`);
  if (step.templateSlug !== null && !template)
    throw invalidRequest(`template_slug: the template ${step.templateSlug} was deleted`);
  const variables = { ...automation.defaultVariables, ...enrollment.variables };
  const { subject, html } = renderTemplate(toTemplateCopy(step, template), variables);
  return {
    ...stepSendParameters(stepContext),
    fromText: automation.from,
    replyTo: replyTo === null ? undefined : expectMailbox(replyTo),
    subject: readRenderedSubject(subject),
    html,
    text: undefined,
    sequenceKey: undefined,
    tags: [{ name: 'automation', value: automation.slug }],
    attachments: [],
  };
}

/** The template's HTML wins, and the step's own subject. The template's text is not sent, but needs its values. */
const toTemplateCopy = (step: Step, template: Template | undefined) => ({
  subject: step.subject,
  html: template?.html ?? step.html ?? '',
  text: null,
  variables: listStepPlaceholders(step, template),
});

function expectMailbox(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (isProblem(mailbox)) throw invalidRequest(`${text}: ${mailbox.problem}`);
  return mailbox;
}
