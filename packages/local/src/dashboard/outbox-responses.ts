import type { Attachment, ParsedMail, SimpleParserOptions } from 'mailparser';
import type { OutboxFilter } from '../aws/sesv2/outbox';
import type { MailProvider } from '../mail/mail-provider';
import { readHeaders } from '../mime/headers';
import { jsonResponse, errorResponse, type PageResponse } from './page-response';

type OutboxSource = Pick<MailProvider, 'outbox'>;

/** A page of the outbox with the subject of each email, newest first. */
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

/** The decoded subject. Parses only the headers. */
async function subjectOf(raw: Buffer): Promise<string> {
  const emptyLine = raw.subarray(0, headBytesMax).indexOf('\r\n\r\n');
  const head = raw.subarray(0, emptyLine < 0 ? headBytesMax : emptyLine + 4);
  return (await parse(head)).subject ?? '';
}

/** Loads the parser on first use, so that the runtime starts fast. */
async function parse(raw: Buffer, options?: SimpleParserOptions): Promise<ParsedMail> {
  const { simpleParser } = await import('mailparser');
  return simpleParser(raw, options);
}

/** The headers, bodies and attachments of an email. */
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
  // True if the HTML shows the attachment.
  inline: related,
});

/** Responds with the attachment as a download, because its declared content type cannot be trusted. */
export const respondWithAttachment = (
  source: OutboxSource,
  id: string,
  index: number,
): Promise<PageResponse> =>
  withMail(source, id, ({ mail }) => {
    const attachment = mail.attachments[index];
    if (!attachment)
      return errorResponse(404, 'The email does not have this attachment. Attachments are numbered from 0');
    return downloadResponse(attachment.filename ?? `attachment-${index}`, attachment.content);
  });

/** The raw email as a download. */
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
  if (!raw) return errorResponse(404, `The outbox has no email ${id}`);
  // Prevent mailparser from generating text from the HTML, or HTML from the text.
  const verbatimOptions = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };
  return respond({ mail: await parse(raw, verbatimOptions), raw });
}
