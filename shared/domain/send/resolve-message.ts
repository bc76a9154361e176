import { ApiError, invalidRequest } from '../../core/errors';
import { withoutRepeats, type Mailbox } from '../../text/mailbox';
import type { SendReads } from './policy/reads';
import { everyoneOf, type Message, type Recipients } from './emails/message';
import { readRenderedSubject, renderTemplate } from '../platform/templates/render';
import type { SendRequest } from './request';

/**
 * The rest of check 1 in core.md's "Order of checks": the template, the topic, something to say, and one recipient
 * for marketing.
 */
export function resolveMessage(request: SendRequest, reads: SendReads): Message {
  const content = contentOf(request, reads);
  refuseUnknownTopic(request.topic, reads);
  const message: Message = {
    ...refuseWithoutContent(content),
    ...eachOnce(request),
    fromText: request.fromText,
    from: request.from,
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

type Content = Pick<SendRequest, 'subject' | 'html' | 'text'>;

/** A template's content replaces that of the request; a subject of the request replaces the template's, as it is. */
function contentOf(request: SendRequest, { template }: SendReads): Content {
  if (request.template === undefined) return request;
  if (!template) throw invalidRequest('template: No such template. Create it with POST /v1/templates');
  const rendered = renderTemplate(template, request.variables);
  return {
    subject: request.subject ?? readRenderedSubject(rendered.subject),
    html: rendered.html,
    text: rendered.text ?? undefined,
  };
}

function refuseUnknownTopic(topic: string | undefined, reads: SendReads): void {
  if (topic === undefined || reads.topic) return;
  throw new ApiError('unknown_topic', 'topic: No such topic. Create it with POST /v1/topics');
}

function refuseWithoutContent({ subject, html, text }: Content) {
  if (subject === undefined) throw missing('subject', 'A subject is required');
  if (!html && !text) throw missing('text', 'One of html, text or template is required');
  return { subject, html, text };
}

const missing = (field: string, message: string) => invalidRequest(message, [{ path: [field], message }]);

/** Who is named in several lists is mailed once, by the first of them. */
function eachOnce({ to, cc, bcc }: Recipients): Recipients {
  const first = new Set(withoutRepeats([...to, ...cc, ...bcc]));
  const isFirst = (mailbox: Mailbox) => first.has(mailbox);
  return { to: to.filter(isFirst), cc: cc.filter(isFirst), bcc: bcc.filter(isFirst) };
}

function refuseMarketingToSeveral(message: Message): void {
  const count = everyoneOf(message).length;
  if (message.riskClass === 'transactional' || count === 1) return;
  throw invalidRequest(
    `A marketing email names exactly one recipient across to, cc and bcc; this one names ${count}. ` +
      'Send one email for each, in a batch for example',
  );
}
