import { ApiError, invalidRequest } from '../../../core/errors';
import { dedupeByAddress, formatMailbox, type Mailbox } from '../../../text/mailbox';
import type { PolicyContext } from './policy-context';
import { allRecipients, type Message, type Recipients } from '../emails/message';
import { withUnsubscribeUrl } from '../../audience/unsubscribe/unsubscribe-parts';
import { readRenderedSubject, renderTemplate } from '../../platform/templates/render';
import type { SendRequest } from '../request';
import type { Template } from '../../../db/records/templates';

/**
 * Renders the template. Refuses an unknown template or topic, missing content, and marketing email to several
 * recipients (E-29).
 */
export function resolveMessage(request: SendRequest, context: PolicyContext): Message {
  const content = resolveContent(request, context);
  refuseUnknownTopic(request.topic, context);
  const message: Message = {
    ...refuseWithoutContent(content),
    ...withoutDuplicateRecipients(request),
    ...senderOf(request, context),
    inboxId: context.inboxId,
    replyTo: request.replyTo,
    riskClass: request.riskClass,
    topic: request.topic,
    replyToMessageId: request.replyToMessageId,
    sequenceKey: request.sequenceKey,
    tags: request.tags,
    attachments: request.attachments,
  };
  refuseMarketingToSeveral(message);
  return message;
}

/** A limited key sends with the name of its inbox, unless the request gives a name. */
function senderOf(
  { from, fromText }: SendRequest,
  { limitedTo }: PolicyContext,
): Pick<Message, 'from' | 'fromText'> {
  const name = limitedTo?.displayName;
  if (!name || from.name !== '') return { from, fromText };
  const named = { ...from, name };
  return { from: named, fromText: formatMailbox(named) };
}

type Content = Pick<SendRequest, 'subject' | 'html' | 'text'>;

/**
 * A template's content replaces the content of the request. A subject in the request replaces the template's subject
 * and is not rendered.
 */
function resolveContent(request: SendRequest, context: PolicyContext): Content {
  const { template } = context;
  if (request.template === undefined) return request;
  if (!template) throw invalidRequest('template: No such template. Create it with POST /v1/templates');
  const rendered = renderTemplate(template, variablesFor(template, request, context));
  return {
    subject: request.subject ?? readRenderedSubject(rendered.subject),
    html: rendered.html,
    text: rendered.text ?? undefined,
  };
}

/** A marketing email has exactly one recipient, which is checked later. */
function variablesFor(template: Template, request: SendRequest, context: PolicyContext) {
  const [recipient] = allRecipients(request);
  return request.riskClass === 'marketing' && recipient
    ? withUnsubscribeUrl(request.variables, template, context, recipient.address)
    : request.variables;
}

function refuseUnknownTopic(topic: string | undefined, context: PolicyContext): void {
  if (topic === undefined || context.topic) return;
  throw new ApiError('unknown_topic', 'topic: No such topic. Create it with POST /v1/topics');
}

function refuseWithoutContent({ subject, html, text }: Content) {
  if (subject === undefined) throw missingField('subject', 'A subject is required');
  if (!html && !text) throw missingField('text', 'One of html, text or template is required');
  return { subject, html, text };
}

const missingField = (field: string, message: string) =>
  invalidRequest(message, [{ path: [field], message }]);

/** Keeps a recipient who is in several lists only in the first list. */
function withoutDuplicateRecipients({ to, cc, bcc }: Recipients): Recipients {
  const firstMentions = new Set(dedupeByAddress([...to, ...cc, ...bcc]));
  const isFirstMention = (mailbox: Mailbox) => firstMentions.has(mailbox);
  return { to: to.filter(isFirstMention), cc: cc.filter(isFirstMention), bcc: bcc.filter(isFirstMention) };
}

function refuseMarketingToSeveral(message: Message): void {
  const count = allRecipients(message).length;
  if (message.riskClass === 'transactional' || count === 1) return;
  throw invalidRequest(
    `A marketing email must have exactly one recipient across to, cc and bcc, but this email has ${count}. ` +
      'Send one email to each recipient, for example in a batch',
  );
}
