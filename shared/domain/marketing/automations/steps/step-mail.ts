import { ApiError, invalidRequest } from '../../../../core/errors';
import { isProblem, parseMailbox, type Mailbox } from '../../../../text/mailbox';
import { namesIn } from '../placeholders';
import type { Automation, Step } from '../../../../db/records/automations';
import type { SendReads } from '../../../send/policy/reads';
import type { Message } from '../../../send/emails/message';
import type { Enrolment } from '../../../../db/records/enrollments';
import { readRenderedSubject, renderTemplate } from '../../../platform/templates/render';
import type { Template } from '../../../../db/records/templates';

/** A step of an automation, for one person. */
export interface StepFor {
  automation: Automation;
  step: Step;
  enrolment: Enrolment;
}

/** What the checks of a step read by. */
export const askedOf = ({ automation, step, enrolment }: StepFor) => ({
  from: mailboxOf(automation.from),
  to: [{ name: '', address: enrolment.email }],
  cc: [],
  bcc: [],
  riskClass: 'marketing' as const,
  topic: automation.topicKey ?? undefined,
  template: step.templateSlug ?? undefined,
  replyToMessageId: undefined,
});

/** The mail of the step, as everything it is made of is now; throws what it cannot be made for. */
export function stepMail(what: StepFor, { topic, template }: Pick<SendReads, 'topic' | 'template'>): Message {
  const { automation, step, enrolment } = what;
  const { topicKey, replyTo } = automation;
  if (topicKey !== null && !topic)
    throw new ApiError('unknown_topic', `topic_key: the topic ${topicKey} was deleted`);
  if (step.templateSlug !== null && !template)
    throw invalidRequest(`template_slug: the template ${step.templateSlug} was deleted`);
  const variables = { ...automation.defaultVariables, ...enrolment.variables };
  const { subject, html } = renderTemplate(copyOf(step, template), variables);
  return {
    ...askedOf(what),
    fromText: automation.from,
    replyTo: replyTo === null ? undefined : mailboxOf(replyTo),
    subject: readRenderedSubject(subject),
    html,
    text: undefined,
    sequenceKey: undefined,
    tags: [{ name: 'automation', value: automation.slug }],
    attachments: [],
  };
}

/** The template's HTML wins, and the step's own subject. The template's text is not sent, but needs its values. */
const copyOf = (step: Step, template: Template | undefined) => ({
  subject: step.subject,
  html: template?.html ?? step.html ?? '',
  text: null,
  variables: namesIn(step, template),
});

function mailboxOf(text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (isProblem(mailbox)) throw invalidRequest(`${text}: ${mailbox.problem}`);
  return mailbox;
}
