import { ApiError, invalidRequest } from '../../../../core/errors';
import { isProblem, parseMailbox, type Mailbox } from '../../../../text/mailbox';
import { listStepPlaceholders } from '../placeholders';
import type { Automation, Step } from '../../../../db/records/automations';
import type { PolicyContext } from '../../../send/policy/policy-context';
import type { Message } from '../../../send/emails/message';
import type { Enrollment } from '../../../../db/records/enrollments';
import { readRenderedSubject, renderTemplate } from '../../../platform/templates/render';
import type { Template } from '../../../../db/records/templates';

/** A step of an automation for one enrollment. */
export interface StepContext {
  automation: Automation;
  step: Step;
  enrollment: Enrollment;
}

/** The parameters of the send checks for a step. */
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

/** Composes the step's message from the current records. Throws if a record is missing or invalid. */
export function composeStepMessage(
  stepContext: StepContext,
  { topic, template }: Pick<PolicyContext, 'topic' | 'template'>,
): Message {
  const { automation, step, enrollment } = stepContext;
  const { topicKey, replyTo } = automation;
  if (topicKey !== null && !topic)
    throw new ApiError('unknown_topic', `topic_key: The topic ${topicKey} was deleted`);
  if (step.templateSlug !== null && !template)
    throw invalidRequest(`template_slug: The template ${step.templateSlug} was deleted`);
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

/** The step's subject with the template's HTML. The template's text is not sent, but its placeholders need values. */
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
