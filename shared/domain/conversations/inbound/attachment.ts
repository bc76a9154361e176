import { findRawMail } from '../../../aws/raw-mail';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys/index';
import { getItem } from '../../../db/table';
import { ApiError, notFound } from '../../../core/errors';
import { parseIndex } from '../../../core/parse-index';
import { listAttachments, readAttachment } from '../../../text/mail/read-attachment';
import { dayMs, now } from '../../../core/time';
import type { InboundMessage } from '../../../db/records/inbound';

/** How long raw messages are kept (IN-22). */
const rawMailRetentionMs = 30 * dayMs;

interface AttachmentInfo {
  /** The declared type, or null if the message declares no type. */
  contentType: string | null;
  filename: string;
}

interface AttachmentFile extends AttachmentInfo {
  content: Uint8Array;
}

export interface ListedAttachment extends AttachmentInfo {
  index: number;
  /** In bytes. */
  size: number;
  /** Whether the message body can display the attachment. */
  isInline: boolean;
}

/** Returns the attachment at this index of the message, counted from 0 and including inline images (IN-17). */
export async function findAttachment(
  workspaceId: string,
  messageId: string,
  index: string,
): Promise<AttachmentFile> {
  const position = parseIndex(index);
  const attachment = readAttachment(await expectRawMail(workspaceId, messageId), position);
  if (!attachment) throw notFound('attachment', 'Attachments are counted from 0');
  const { content, contentType, filename } = attachment;
  return { content, contentType, filename: filenameOrDefault(filename, position) };
}

/** Lists the attachments of the message by index. */
export async function findAttachments(workspaceId: string, messageId: string): Promise<ListedAttachment[]> {
  const raw = await expectRawMail(workspaceId, messageId);
  return listAttachments(raw).map(({ contentType, filename, size, isInline }, index) => ({
    index,
    contentType,
    filename: filenameOrDefault(filename, index),
    size,
    isInline,
  }));
}

const filenameOrDefault = (filename: string | null, position: number): string =>
  filename ?? `attachment-${position}`;

/** S3 deletes expired objects with a delay, so this function enforces the promised 30 days. */
async function expectRawMail(workspaceId: string, messageId: string): Promise<Buffer> {
  const message = await findInboundMessage(workspaceId, messageId);
  if (!message) throw notFound('received message');
  const isRetained = now() < Date.parse(message.arrivedAt) + rawMailRetentionMs;
  const raw = isRetained ? await findRawMail(message.rawKey) : undefined;
  if (raw) return raw;
  throw new ApiError('gone', 'The raw message and its attachments were deleted 30 days after arrival');
}

const findInboundMessage = async (workspaceId: string, id: string): Promise<InboundMessage | undefined> =>
  isUuid(id) ? getItem(keys.inboundMessage(workspaceId, id)) : undefined;
