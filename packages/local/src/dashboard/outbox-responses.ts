import type { Attachment, ParsedMail, SimpleParserOptions } from 'mailparser';
import type { OutboxFilter } from '../aws/sesv2/outbox';
import type { MailProvider } from '../mail/mail-provider';
import { readHeaders } from '../mime/headers';
import { jsonResponse, errorResponse, type PageResponse } from './page-response';

type OutboxSource = Pick<MailProvider, 'outbox'>;

/** The outbox with what a person looks for in a list, the newest first. */
export async function listMails({ outbox }: OutboxSource, filter: OutboxFilter): Promise<PageResponse> {
  const rows = outbox.list({ ...filter, limit: (filter.limit ?? rowsDefault) + 1 });
  const mails = rows.slice(0, filter.limit ?? rowsDefault).map(async (record) => ({
    ...record,
    subject: await subjectOf(outbox.raw(record.provider_message_id) ?? Buffer.alloc(0)),
  }));
  return jsonResponse(200, { data: await Promise.all(mails), has_more: rows.length > mails.length });
}

const rowsDefault = 50;
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
export const respondWithParts = (source: OutboxSource, id: string): Promise<PageResponse> =>
  withMail(source, id, ({ mail, raw }) =>
    jsonResponse(200, {
      provider_message_id: id,
      message_id: source.outbox.find(id)?.message_id ?? null,
      subject: mail.subject ?? '',
      message_id_header: mail.messageId ?? null,
      headers: readHeaders(raw),
      text: mail.text ?? null,
      html: typeof mail.html === 'string' ? mail.html : null,
      attachments: mail.attachments.map(presentAttachment),
      size: raw.length,
    }),
  );

const presentAttachment = ({ filename, contentType, size, related }: Attachment) => ({
  filename: filename ?? null,
  content_type: contentType,
  size,
  // It stands in the HTML.
  inline: related,
});

/** To be saved, not shown: what it claims to be is a stranger's word. */
export const respondWithAttachment = (
  source: OutboxSource,
  id: string,
  index: number,
): Promise<PageResponse> =>
  withMail(source, id, ({ mail }) => {
    const attachment = mail.attachments[index];
    if (!attachment) return errorResponse(404, 'The mail has no such attachment: they are counted from 0');
    return downloadResponse(attachment.filename ?? `attachment-${index}`, attachment.content);
  });

/** The mail as its bytes are. */
export const respondWithSource = (source: OutboxSource, id: string): Promise<PageResponse> =>
  withMail(source, id, ({ raw }) => downloadResponse(`${id}.eml`, raw));

const downloadResponse = (filename: string, body: Buffer): PageResponse => ({
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
  { outbox }: OutboxSource,
  id: string,
  respond: (found: { mail: ParsedMail; raw: Buffer }) => PageResponse,
): Promise<PageResponse> {
  const raw = outbox.raw(id);
  if (!raw) return errorResponse(404, `No mail ${id} in the outbox`);
  // Without a text part there is no text, and the same for HTML.
  const verbatimOptions = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };
  return respond({ mail: await parse(raw, verbatimOptions), raw });
}
