import { createHash } from 'node:crypto';
import { invalidateLinks } from '../../audience/unsubscribe/token';
import { renderMail, type RenderContext } from '../deliver/compose';
import { composeMime } from '../deliver/mime';
import type { EmailContent } from '../emails/content';
import type { Message } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import type { Approval } from '../../../db/records/approvals';

/** A held draft with its content. */
export interface Draft {
  approval: Approval;
  email: Email;
  content: EmailContent;
}

/** A draft as its recipients would see it. */
export interface ComposedDraft {
  /** The decoded header fields, without fields that only programs read. */
  headers: readonly { name: string; value: string }[];
  html: string | null;
  text: string;
  /** Whether the text was derived from the HTML. */
  isTextDerived: boolean;
  /** Changes whenever something changes that would be sent. */
  sha256: string;
}

/**
 * Composes the draft as a release would, but with invalid personal links, which a reader of the draft cannot use.
 * Returns undefined if the message of the draft was deleted.
 */
export async function composeDraft(draft: Draft, context: RenderContext): Promise<ComposedDraft | undefined> {
  const { text, message: stored } = draft.content;
  if (!stored) return undefined;
  const message: Message = { ...stored, attachments: [], text: text ?? undefined };
  const rendered = await renderMail(message, context);
  // The decoder of headers is large, and a decision without a hash does not need it.
  const { readHeaders } = await import('../../../text/mail/read-headers.lazy');
  const raw = await composeMime({ ...message, ...rendered });
  const withoutLinks = (part: string): string => invalidateLinks(context.workspace.linkSecret, part);
  const composed = {
    headers: readHeaders(raw).map(({ name, value }) => ({ name, value: withoutLinks(value) })),
    html: rendered.html === undefined ? null : withoutLinks(rendered.html),
    text: withoutLinks(rendered.text),
  };
  return { ...composed, isTextDerived: !stored.text, sha256: hashDraft(draft, composed) };
}

/** Hashes arrays, because the properties of a stored object can change their order. */
function hashDraft(
  { approval, email, content: { message } }: Draft,
  { headers, html, text }: Pick<ComposedDraft, 'headers' | 'html' | 'text'>,
): string {
  const hashedContent = [
    headers.map(({ name, value }) => [name, value]),
    html,
    text,
    message?.bcc.map(({ address }) => address),
    email.scheduledAt,
    approval.attachments.map(({ filename, contentType, sha256 }) => [filename, contentType, sha256]),
    message?.attachments.map(({ contentId }) => contentId),
  ];
  return createHash('sha256').update(JSON.stringify(hashedContent)).digest('hex');
}
