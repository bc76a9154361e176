import { notFound } from '../../../core/errors';
import { parseIndex } from '../../../core/parse-index';
import { listAttachments, readAttachment } from '../../../text/mail/read-attachment';
import type { Viewer } from '../../platform/api-keys/inbox-limit';
import { expectRawMail } from './received-message';

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
  viewer: Viewer,
  messageId: string,
  index: string,
): Promise<AttachmentFile> {
  const position = parseIndex(index);
  const attachment = readAttachment(await expectRawMail(viewer, messageId), position);
  if (!attachment) throw notFound('attachment', 'Attachments are counted from 0');
  const { content, contentType, filename } = attachment;
  return { content, contentType, filename: filenameOrDefault(filename, position) };
}

/** Lists the attachments of the message by index. */
export async function findAttachments(viewer: Viewer, messageId: string): Promise<ListedAttachment[]> {
  const raw = await expectRawMail(viewer, messageId);
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
