import type { Attachment, ParsedMail, SimpleParserOptions } from 'mailparser';
import type { OutboxFilter } from '../aws/sesv2/outbox';
import type { Mail } from '../mail/mail';
import { readHeaders } from '../mime/headers';
import { asJson, asRefusal, type Shown } from './shown';

type Mails = Pick<Mail, 'outbox'>;

/** The outbox with what a person looks for in a list, the newest first. */
export async function listMails({ outbox }: Mails, filter: OutboxFilter): Promise<Shown> {
  const rows = outbox.list({ ...filter, limit: (filter.limit ?? rowsUsual) + 1 });
  const shown = rows.slice(0, filter.limit ?? rowsUsual).map(async (record) => ({
    ...record,
    subject: await subjectOf(outbox.raw(record.provider_message_id) ?? Buffer.alloc(0)),
  }));
  return asJson(200, { data: await Promise.all(shown), has_more: rows.length > shown.length });
}

const rowsUsual = 50;
const headBytesMax = 64 * 1024;

/** Decoded, without reading the rest of the mail. */
async function subjectOf(raw: Buffer): Promise<string> {
  const emptyLine = raw.subarray(0, headBytesMax).indexOf('\r\n\r\n');
  const head = raw.subarray(0, emptyLine < 0 ? headBytesMax : emptyLine + 4);
  return (await parse(head)).subject ?? '';
}

/** Who never opens a page does not wait for what reads mail. */
async function parse(raw: Buffer, options?: SimpleParserOptions): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  return simpleParser(raw, options);
}

/** What a mail is made of. */
export const partsOfMail = (mails: Mails, id: string): Promise<Shown> =>
  withMail(mails, id, ({ mail, raw }) =>
    asJson(200, {
      provider_message_id: id,
      message_id: mails.outbox.find(id)?.message_id ?? null,
      subject: mail.subject ?? '',
      message_id_header: mail.messageId ?? null,
      headers: readHeaders(raw),
      text: mail.text ?? null,
      html: typeof mail.html === 'string' ? mail.html : null,
      attachments: mail.attachments.map(describe),
      size: raw.length,
    }),
  );

const describe = ({ filename, contentType, size, related }: Attachment) => ({
  filename: filename ?? null,
  content_type: contentType,
  size,
  // It stands in the HTML.
  inline: related,
});

/** To be saved, not shown: what it claims to be is a stranger's word. */
export const attachmentOfMail = (mails: Mails, id: string, place: number): Promise<Shown> =>
  withMail(mails, id, ({ mail }) => {
    const attachment = mail.attachments[place];
    if (!attachment) return asRefusal(404, 'The mail has no such attachment: they are counted from 0');
    return asDownload(attachment.filename ?? `attachment-${place}`, attachment.content);
  });

/** The mail as its bytes are. */
export const sourceOfMail = (mails: Mails, id: string): Promise<Shown> =>
  withMail(mails, id, ({ raw }) => asDownload(`${id}.eml`, raw));

const asDownload = (filename: string, body: Buffer): Shown => ({
  status: 200,
  headers: {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
});

async function withMail(
  { outbox }: Mails,
  id: string,
  answer: (found: { mail: ParsedMail; raw: Buffer }) => Shown,
): Promise<Shown> {
  const raw = outbox.raw(id);
  if (!raw) return asRefusal(404, `No mail ${id} in the outbox`);
  // Without a text part there is no text, and the same for HTML.
  const asItIs = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };
  return answer({ mail: await parse(raw, asItIs), raw });
}
