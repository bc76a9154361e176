import { unsubscribeParts, withFooter } from '../../audience/unsubscribe/unsubscribe-parts';
import type { Topic } from '../../../db/records/topics';
import type { Workspace } from '../../../db/records/workspaces';
import { allRecipients, type Message } from '../emails/message';
import { composeMime } from './mime';
import { replyHeaders, type Parent } from '../threading/parent';

/** What of its workspace a mail shows. */
export interface RenderContext {
  workspace: Workspace;
  topic: Topic | undefined;
  parent: Parent | undefined;
}

/** A mail as bytes, and what its record keeps of how it was made. */
export interface ComposedMail {
  raw: Buffer;
  /** What the customer's part says without HTML; derived where only HTML was given. */
  text: string;
  references: readonly string[] | undefined;
}

/** The mail that goes out: what was asked for, and what the law and its readers ask of it. */
export async function composeMail(message: Message, context: RenderContext): Promise<ComposedMail> {
  const text = await renderText(message);
  const parts = unsubscribePartsOf(message, context);
  const reply = message.riskClass === 'marketing' ? undefined : replyHeaders(context.parent);
  const raw = await composeMime({
    ...message,
    text: parts ? text + parts.textFooter : text,
    html: message.html && (parts ? withFooter(message.html, parts.htmlFooter) : message.html),
    headers: parts?.headers ?? [],
    reply,
  });
  return { raw, text, references: reply?.references };
}

/** Marketing always has a way out, transactional mail to one reader the way out of its topic. */
function unsubscribePartsOf(message: Message, { workspace, topic }: RenderContext) {
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
  });
}

/** What the mail says without HTML. Only mail without a text of its own pays for reading HTML. */
export async function renderText({ text, html = '' }: Message): Promise<string> {
  if (text) return text;
  const { htmlToText } = await import('../../../text/html-to-text.lazy');
  return htmlToText(html);
}
