import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '../../../text/mailbox';
import type { Message } from '../emails/message';
import type { ReplyHeaders } from '../threading/parent';

type MimeInput = Pick<
  Message,
  'from' | 'to' | 'cc' | 'replyTo' | 'subject' | 'html' | 'text' | 'attachments'
> & {
  /** The headers that the service adds. */
  headers?: readonly { name: string; value: string }[];
  reply?: ReplyHeaders | undefined;
};

/** Returns the email as bytes. Bcc recipients are in the envelope only. SES sets the Message-ID. */
export async function composeMime(mail: MimeInput): Promise<Buffer> {
  const composer = new MailComposer({
    from: headerMailbox(mail.from),
    to: mail.to.map(headerMailbox),
    cc: mail.cc.map(headerMailbox),
    ...(mail.replyTo && { replyTo: headerMailbox(mail.replyTo) }),
    subject: headerText(mail.subject),
    ...(mail.reply && { inReplyTo: mail.reply.inReplyTo, references: [...mail.reply.references] }),
    headers: (mail.headers ?? []).map(({ name, value }) => ({ key: name, value })),
    newline: 'windows',
    text: mail.text && normalizeLineEndings(mail.text),
    html: mail.html && normalizeLineEndings(escapeSesTags(withAsciiIds(mail.html, mail.attachments))),
    attachments: mail.attachments.map((attachment) => ({
      filename: escapeEncodedWords(attachment.filename),
      content: attachment.content,
      contentType: partContentType(attachment.contentType),
      // Encode attached messages as well. Otherwise, the composer would include their lines and bytes unencoded.
      contentTransferEncoding: 'base64' as const,
      contentDisposition: attachment.contentId ? ('inline' as const) : ('attachment' as const),
      ...(attachment.contentId && { cid: asciiId(attachment.contentId) }),
    })),
    // An email must contain only data from the request, so the composer must not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

const headerMailbox = ({ name, address }: Mailbox) => ({ name: escapeEncodedWords(name), address });

const wordMax = 900;

/**
 * A header line can only be folded at a space, so a word that is longer than a line is split into encoded words. Text
 * that looks like an encoded word is also encoded, because email clients would otherwise decode it.
 */
function headerText(text: string): string {
  const isPlain = !text.includes('=?') && text.split(' ').every((word) => word.length <= wordMax);
  if (isPlain || /[^\x20-\x7e]/.test(text)) return text;
  const parts = text.match(/.{1,45}/g) ?? [];
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

/**
 * SES replaces `{{ses:…}}` in HTML with its own links. If the customer's content contains such a tag, the tag must stay
 * text.
 */
const escapeSesTags = (html: string): string => html.replace(/\{\{(\s*ses:)/gi, '&#123;{$1');

/** Breaks up text that looks like an encoded word, which email clients would decode to a name that was never checked. */
const escapeEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** A lone CR does not end a line of an email, and servers refuse such email. */
const normalizeLineEndings = (text: string): string => text.replace(/\r(?!\n)/g, '\r\n');

/** Email clients would read a multipart attachment as parts of this email. */
const partContentType = (type: string): string =>
  /^multipart\//i.test(type) ? 'application/octet-stream' : type;

/** A Content-ID must be ASCII. */
const asciiId = (id: string): string =>
  /^[\x21-\x7e]*$/.test(id) ? id : `${createHash('sha256').update(id).digest('hex').slice(0, 32)}@inline`;

function withAsciiIds(html: string, attachments: readonly { contentId?: string | undefined }[]): string {
  const ids = attachments.flatMap(({ contentId: id }) => (id && asciiId(id) !== id ? [id] : []));
  // Replace the longest id first, because an id may begin with another id.
  return ids
    .sort((a, b) => b.length - a.length)
    .flatMap((id) => [id, encodeURI(id), encodeURIComponent(id)].map((spelling) => [spelling, id] as const))
    .reduce((text, [spelling, id]) => text.replaceAll(`cid:${spelling}`, `cid:${asciiId(id)}`), html);
}
