import { findRawMail } from '../../../aws/raw-mail';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys/index';
import { getItem } from '../../../db/table';
import { ApiError, notFound } from '../../../core/errors';
import { dayMs, now } from '../../../core/time';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import type { Extracted } from '../../../text/extract-codes.lazy';
import { readWrittenHeaders, type Header } from '../../../text/mail/written-headers';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';
import { readContent } from '../../platform/content-store';
import { knownParticipants } from '../threads/known-participants';
import { readThreadContents } from '../threads/thread-contents';

/** How long raw messages are kept (IN-22). */
const rawMailRetentionMs = 30 * dayMs;

/** The headers of an email are in its first megabyte. */
const headerBytesMax = 1_048_576;

export interface ReceivedMessage {
  message: InboundMessage;
  text: string;
  /** Whether the sender belongs to the conversation (TH-29). */
  isKnownParticipant: boolean;
  /** Empty once the raw message is deleted. */
  headers: readonly Header[];
  /** The codes and links in what the sender wrote (IN-36). */
  extracted: Extracted;
}

/** Reads a received message with its headers (IN-35), and its codes and links. */
export async function readReceivedMessage(viewer: Viewer, id: string): Promise<ReceivedMessage> {
  const message = await expectInboundMessage(viewer, id);
  const [content, thread, raw] = await Promise.all([
    readStoredContent(message),
    readThreadContents(viewer.workspaceId, message.threadId),
    findRetainedMail(message, headerBytesMax),
  ]);
  const { extractCodesAndLinks } = await import('../../../text/extract-codes.lazy');
  return {
    message,
    text: content.text,
    isKnownParticipant: thread !== undefined && knownParticipants(thread).has(message.from),
    headers: raw ? readWrittenHeaders(raw) : [],
    extracted: extractCodesAndLinks({ ...content, subject: message.subject }),
  };
}

/** Returns the message as SES received it (IN-32). */
export async function expectRawMail(viewer: Viewer, id: string): Promise<Buffer> {
  const raw = await findRetainedMail(await expectInboundMessage(viewer, id));
  if (raw) return raw;
  throw new ApiError('gone', 'The raw message and its attachments were deleted 30 days after arrival');
}

async function expectInboundMessage(viewer: Viewer, id: string): Promise<InboundMessage> {
  const message = isUuid(id) ? await getItem(keys.inboundMessage(viewer.workspaceId, id)) : undefined;
  if (!message || !ifVisible(viewer, message)) throw notFound('received message');
  return message;
}

/** S3 deletes expired objects with a delay, so this function enforces the promised 30 days. */
async function findRetainedMail(
  { arrivedAt, rawKey }: InboundMessage,
  bytesMax?: number,
): Promise<Buffer | undefined> {
  const isRetained = now() < Date.parse(arrivedAt) + rawMailRetentionMs;
  return isRetained ? findRawMail(rawKey, bytesMax) : undefined;
}

/** Returns an empty content if the content is being deleted. */
async function readStoredContent({ workspaceId, id }: InboundMessage): Promise<InboundContent> {
  const record = await getItem(keys.inboundContent(workspaceId, id));
  return record ? readContent<InboundContent>(record) : { text: '', rawText: null, html: null };
}
