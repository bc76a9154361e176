import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mailbox } from '../../text/mailbox';
import type { SendRequest } from './send-request';

/** The mail as bytes. Bcc goes to the envelope only; SES puts its own Message-ID. */
export async function composeMime(request: SendRequest, text: string | undefined): Promise<Buffer> {
  const composer = new MailComposer({
    from: headerMailbox(request.from),
    to: request.to.map(headerMailbox),
    cc: request.cc.map(headerMailbox),
    ...(request.replyTo && { replyTo: headerMailbox(request.replyTo) }),
    subject: headerText(request.subject),
    newline: 'windows',
    text,
    html: request.html && withoutProviderTags(request.html),
    attachments: request.attachments.map((file) => ({
      filename: file.filename,
      content: file.content,
      contentType: file.content_type,
      // Also where it is a mail itself, whose lines and bytes would otherwise stand here as they are.
      contentTransferEncoding: 'base64' as const,
      ...(file.content_id && { cid: file.content_id, contentDisposition: 'inline' as const }),
    })),
    // A mail is made of what the request holds: nothing is fetched or read while it is composed.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

const headerMailbox = ({ name, address }: Mailbox) => ({ name, address });

const wordMax = 900;

/**
 * A line of a header ends at a blank, so a word that is longer than a line may be is cut into encoded ones.
 * So is what looks encoded already: it would be read as something else.
 */
function headerText(text: string): string {
  const isPlain = !text.includes('=?') && text.split(' ').every((word) => word.length <= wordMax);
  if (isPlain || /[^\x20-\x7e]/.test(text)) return text;
  const parts = text.match(/.{1,45}/g) ?? [];
  return parts.map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}

/** SES replaces `{{ses:…}}` in HTML by its own links: a customer's text must stay text. */
const withoutProviderTags = (html: string): string => html.replace(/\{\{(\s*ses:)/gi, '&#123;{$1');
