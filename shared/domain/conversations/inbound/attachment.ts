import { findRawMail } from '../../../aws/raw-mail';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys/index';
import { getItem } from '../../../db/table';
import { ApiError, invalidRequest, notFound } from '../../../core/errors';
import { listAttachments, readAttachment } from '../../../text/mail/read-attachment';
import { dayMs, now } from '../../../core/time';
import type { InboundMessage } from '../../../db/records/inbound';

/** core.md, "Limits": as long as raw mail is kept. */
const keptMs = 30 * dayMs;

interface Described {
  /** As declared; null where it is not. */
  contentType: string | null;
  filename: string;
}

interface File extends Described {
  content: Uint8Array;
}

export interface ListedFile extends Described {
  index: number;
  /** Bytes. */
  size: number;
  /** The text can show it. */
  isInline: boolean;
}

/** The attachment at this place of the mail, counted from 0; inline images count (contract.md 4.3). */
export async function findAttachment(workspaceId: string, messageId: string, index: string): Promise<File> {
  const place = placeOf(index);
  const attachment = readAttachment(await expectRawMail(workspaceId, messageId), place);
  if (!attachment) throw notFound('attachment', 'Attachments are counted from 0');
  const { content, contentType, filename } = attachment;
  return { content, contentType, filename: nameOf(filename, place) };
}

/** What is found at each place, from 0 on. */
export async function attachmentsOf(workspaceId: string, messageId: string): Promise<ListedFile[]> {
  const raw = await expectRawMail(workspaceId, messageId);
  return listAttachments(raw).map(({ contentType, filename, size, isInline }, index) => ({
    index,
    contentType,
    filename: nameOf(filename, index),
    size,
    isInline,
  }));
}

function placeOf(index: string): number {
  if (/^\d+$/.test(index)) return Number(index);
  throw invalidRequest('index: must be a whole number, 0 or more');
}

const nameOf = (filename: string | null, place: number): string => filename ?? `attachment-${place}`;

/** S3 deletes some time after 30 days: what is promised ends on time. */
async function expectRawMail(workspaceId: string, messageId: string): Promise<Buffer> {
  const message = await findMessage(workspaceId, messageId);
  if (!message) throw notFound('received message');
  const isKept = now() < Date.parse(message.arrivedAt) + keptMs;
  const raw = isKept ? await findRawMail(message.rawKey) : undefined;
  if (raw) return raw;
  throw new ApiError('gone', 'The raw mail with its attachments is deleted 30 days after it arrived');
}

const findMessage = async (workspaceId: string, id: string): Promise<InboundMessage | undefined> =>
  isUuid(id) ? getItem<InboundMessage>(keys.inboundMessage(workspaceId, id)) : undefined;
