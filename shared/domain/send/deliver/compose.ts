import {
  unsubscribeParts,
  withFooter,
  withoutLinkTracking,
} from '../../audience/unsubscribe/unsubscribe-parts';
import { findUnsubscribeAddress } from '../../audience/unsubscribe/unsubscribe-address';
import type { Domain } from '../../../db/records/domains';
import type { Topic } from '../../../db/records/topics';
import type { Workspace } from '../../../db/records/workspaces';
import { allRecipients, type Message } from '../emails/message';
import { composeMime } from './mime';
import { replyHeaders, type Parent, type ReplyHeaders } from '../threading/parent';

/** The workspace data that appears in an email. */
export interface RenderContext {
  workspace: Workspace;
  topic: Topic | undefined;
  parent: Parent | undefined;
  /** The sending domain. Undefined in a draft, whose readers cannot use personal links. */
  domain?: Domain | undefined;
  /** Whether the email is part of a campaign. */
  isCampaign?: boolean;
}

/** An email as bytes, and the properties that its record stores. */
export interface ComposedMail {
  raw: Buffer;
  /** The text part without the footer. Derived from the HTML if the request has no text. */
  text: string;
  references: readonly string[] | undefined;
}

/** The parts and headers of an email as its recipients see them. */
export interface RenderedMail {
  /** The text part with the footer. */
  text: string;
  /** The HTML part with the footer. */
  html: string | undefined;
  /** The headers that the service adds. */
  headers: readonly { name: string; value: string }[];
  reply: ReplyHeaders | undefined;
  textWithoutFooter: string;
}

/** Adds the unsubscribe footer and headers, and the headers of a reply. */
export async function renderMail(message: Message, context: RenderContext): Promise<RenderedMail> {
  const text = await renderText(message);
  const parts = unsubscribePartsOf(message, context);
  return {
    text: parts ? text + parts.textFooter : text,
    html:
      message.html &&
      (parts ? withFooter(withoutLinkTracking(message.html, parts.url), parts.htmlFooter) : message.html),
    headers: [...(parts?.headers ?? []), ...(context.isCampaign ? bulkHeaders(context) : [])],
    reply: message.riskClass === 'marketing' ? undefined : replyHeaders(context.parent),
    textWithoutFooter: text,
  };
}

/** Returns the rendered email as bytes. */
export async function composeMail(message: Message, context: RenderContext): Promise<ComposedMail> {
  const { textWithoutFooter, ...rendered } = await renderMail(message, context);
  const raw = await composeMime({ ...message, ...rendered });
  return { raw, text: textWithoutFooter, references: rendered.reply?.references };
}

/**
 * Marketing email always has unsubscribe links. Transactional email has the links of its topic, if it has a single
 * recipient.
 */
function unsubscribePartsOf(message: Message, { workspace, topic, domain }: RenderContext) {
  const [recipient, ...otherRecipients] = allRecipients(message);
  const hasOneRecipient = recipient !== undefined && otherRecipients.length === 0;
  if (!hasOneRecipient || (message.riskClass === 'transactional' && !topic)) return undefined;
  return unsubscribeParts({
    linkSecret: workspace.linkSecret,
    workspaceId: workspace.id,
    address: recipient.address,
    topic: topic ? { key: topic.key, name: topic.name } : null,
    riskClass: message.riskClass,
    postalAddress: workspace.postalAddress,
    unsubscribeAddress: domain && findUnsubscribeAddress(domain),
  });
}

/**
 * Mail of one topic, or of one workspace without a topic, is one list. The id is below `localhost` (RFC 2919), because
 * the list stays the same if its mail is sent from another domain.
 */
function bulkHeaders({ workspace, topic }: RenderContext) {
  const list = `${workspace.id.replaceAll('-', '')}.localhost`;
  return [
    { name: 'List-Id', value: `<${topic ? `${topic.key}.${list}` : list}>` },
    { name: 'Precedence', value: 'bulk' },
  ];
}

/** Returns the text part. Loads the HTML parser only for an email without text. */
export async function renderText({ text, html = '' }: Message): Promise<string> {
  if (text) return text;
  const { deriveText } = await import('../../../text/derived-text.lazy');
  return deriveText(html);
}
