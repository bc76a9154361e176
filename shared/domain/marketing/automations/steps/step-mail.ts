import { ApiError, invalidRequest } from '../../../../core/errors';
import { isProblem, parseMailbox, type Mailbox } from '../../../../text/mailbox';
import { stepContent } from '../placeholders';
import type { Automation, Step, Variables } from '../../../../db/records/automations';
import type { PolicyContext } from '../../../send/policy/policy-context';
import type { Message } from '../../../send/emails/message';
import type { Enrollment } from '../../../../db/records/enrollments';
import { withUnsubscribeUrl } from '../../../audience/unsubscribe/unsubscribe-parts';
import { listRequiredNames, readRenderedSubject, renderTemplate } from '../../../platform/templates/render';

/** A step of an automation for one enrollment. */
export interface StepContext {
  automation: Automation;
  step: Step;
  enrollment: Enrollment;
  /** Empty unless the automation uses the fields of the contact. */
  contactVariables: Variables;
}

/** The parameters of the send checks for a step. */
export const stepSendParameters = ({
  automation,
  step,
  enrollment,
}: Omit<StepContext, 'contactVariables'>) => ({
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
  context: Pick<PolicyContext, 'workspace' | 'topic' | 'template'>,
): Message {
  const { automation, step } = stepContext;
  const { topic, template } = context;
  const { topicKey, replyTo } = automation;
  if (topicKey !== null && !topic)
    throw new ApiError('unknown_topic', `topic_key: The topic ${topicKey} was deleted`);
  if (step.templateSlug !== null && !template)
    throw invalidRequest(`template_slug: The template ${step.templateSlug} was deleted`);
  const { subject, html } = renderStep(stepContext, context);
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

/** Renders the subject and the HTML. The text of a template is not sent, but its placeholders need values. */
function renderStep(
  stepContext: StepContext,
  context: Pick<PolicyContext, 'workspace' | 'topic' | 'template'>,
) {
  const content = stepContent(stepContext.step, context.template);
  const { email } = stepContext.enrollment;
  const variables = withUnsubscribeUrl(variablesOf(stepContext), content, context, email);
  return renderTemplate({ ...content, text: null, variables: listRequiredNames(content) }, variables);
}

const variablesOf = ({ automation, enrollment, contactVariables }: StepContext): Variables => ({
  ...automation.defaultVariables,
  ...contactVariables,
  ...enrollment.variables,
});

function expectMailbox(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (isProblem(mailbox)) throw invalidRequest(`${text}: ${mailbox.problem}`);
  return mailbox;
}
