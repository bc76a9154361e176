import PostalMime from 'postal-mime';
import { findCodes } from './find-codes.ts';
import { findLinks, type Link } from './find-links.ts';

export interface ParsedAttachment {
  /** Null if the attachment has no name. */
  filename: string | null;
  content_type: string;
  content: Uint8Array;
}

/** The content of an email. */
export interface ParsedMail {
  subject: string;
  /** The plain text, or an empty string if the email has only HTML. Lines end with `\n`. */
  text: string;
  /** Null if the email has only plain text. */
  html: string | null;
  links: Link[];
  /**
   * What may be a one-time code in the subject and then in the text, in order of appearance, each once: 4 to 8 digits
   * (`482913`), six digits in two groups (`482 913`, here `482913`), or 6 to 10 capital letters and digits with at
   * least one of each (`7K2P9Q`). Amounts, dates, phone numbers and URLs do not count, but a year such as 2026 does.
   */
  codes: string[];
  /** The attachments, including inline images. */
  attachments: ParsedAttachment[];
  /** The values of the headers by lowercase name, such as `message-id`. Of headers with the same name, the last. */
  headers: Record<string, string>;
}

export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw);
  const subject = mail.subject ?? '';
  const text = (mail.text ?? '').replace(/\r\n/g, '\n');
  const html = mail.html ?? null;
  return {
    subject,
    text,
    html,
    links: findLinks(html, text),
    codes: findCodes(`${subject}\n${text}`),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      content_type: mimeType,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
}
