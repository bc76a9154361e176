import { findRawMail } from '../../aws/raw-mail';
import { isUuid } from '../../db/cursor';
import { keys } from '../../db/keys/index';
import { getItem } from '../../db/table';
import { ApiError, invalidRequest, notFound } from '../../errors';
import { readAttachment } from '../../text/mail/read-attachment';
import { dayMs, now } from '../../time';
import type { InboundMessage } from './record';

/** core.md, "Limits": as long as raw mail is kept. */
const keptMs = 30 * dayMs;

interface File {
  content: Uint8Array;
  contentType: string | null;
  filename: string;
}

/** The attachment at this place of the mail, counted from 0; inline images count (contract.md 4.3). */
export async function findAttachment(workspaceId: string, messageId: string, index: string): Promise<File> {
  const place = placeOf(index);
  const message = await findMessage(workspaceId, messageId);
  if (!message) throw notFound('received message');
  const attachment = readAttachment(await expectRawMail(message), place);
  if (!attachment) throw notFound('attachment', 'Attachments are counted from 0');
  const { content, contentType, filename } = attachment;
  return { content, contentType, filename: filename ?? `attachment-${place}` };
}

function placeOf(index: string): number {
  if (/^\d+$/.test(index)) return Number(index);
  throw invalidRequest('index: must be a whole number, 0 or more');
}

const findMessage = async (workspaceId: string, id: string): Promise<InboundMessage | undefined> =>
  isUuid(id) ? getItem<InboundMessage>(keys.inboundMessage(workspaceId, id)) : undefined;

/** S3 deletes some time after 30 days: what is promised ends on time. */
async function expectRawMail({ arrivedAt, rawKey }: InboundMessage): Promise<Buffer> {
  const isKept = now() < Date.parse(arrivedAt) + keptMs;
  const raw = isKept ? await findRawMail(rawKey) : undefined;
  if (raw) return raw;
  throw new ApiError('gone', 'The raw mail with its attachments is deleted 30 days after it arrived');
}
