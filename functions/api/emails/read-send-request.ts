import type * as z from 'zod/mini';
import { isObject } from '../../../shared/core/is-object';
import type { SendRequest } from '../../../shared/domain/send/request';
import type { SendRequestSchema } from './shapes';

type Fields = z.output<typeof SendRequestSchema>;

/** Reads a send request. Keeps the original text of `from` for the log. */
export const readSendRequest = (raw: unknown, fields: Fields): SendRequest => ({
  from: fields.from,
  // `fields` is the parsed `raw`, so `raw` has the input type of the schema.
  fromText: (raw as z.input<typeof SendRequestSchema>).from,
  to: [fields.to].flat(),
  cc: fields.cc ?? [],
  bcc: fields.bcc ?? [],
  replyTo: fields.reply_to,
  subject: fields.subject,
  html: fields.html,
  text: fields.text,
  template: fields.template,
  variables: fields.variables ?? {},
  riskClass: fields.risk_class,
  scheduledAt: fields.scheduled_at,
  sequenceKey: fields.sequence_key,
  tags: fields.tags ?? [],
  attachments: (fields.attachments ?? []).map(readAttachment),
  replyToMessageId: fields.reply_to_message_id,
  threadId: fields.thread_id,
  topic: fields.topic,
});

const readAttachment = (file: NonNullable<Fields['attachments']>[number]) => ({
  filename: file.filename,
  content: file.content,
  contentType: file.content_type,
  contentId: file.content_id,
});

/** Counts recipients in the unvalidated body, so that a list of a million recipients is refused before it is parsed. */
export function countRecipients(raw: unknown): number {
  if (!isObject(raw)) return 0;
  const { to, cc, bcc } = raw;
  return [to, cc, bcc].reduce<number>((sum, field) => sum + countField(field), 0);
}

const countField = (field: unknown): number =>
  Array.isArray(field) ? field.length : typeof field === 'string' ? 1 : 0;
