import { keys } from '../../../db/keys';
import type { Item } from '../../../db/table';
import { newId } from '../../../core/time';
import type { ContentRecord } from '../../../db/records/content';
import type { Email } from '../../../db/records/emails';
import { compressContent, contentObjectKey, fitsRecord } from '../../platform/content-store';
import {
  uploadContent,
  type ContentObjects,
  type UploadedContent,
} from '../../platform/stored-content/upload';
import { renderText } from '../deliver/compose';
import type { EmailContent } from '../emails/content';
import { serializeAttachment, serializeMessage, type Message } from '../emails/message';

/** The content of an email to send later. */
interface PendingContent {
  record: Item<ContentRecord>;
  /** Set if the content has objects in S3. */
  uploaded: UploadedContent | undefined;
}

/**
 * Returns the content record of an email to send later, and uploads content that is too large for the record. The
 * attachments always have an object of their own, because they are deleted once the email is sent. Each attempt uploads
 * objects with new names, so that deleting the objects of a failed attempt does not affect another attempt.
 */
export async function storePendingContent(
  { workspaceId, id }: Email,
  message: Message,
): Promise<PendingContent> {
  const content: EmailContent = {
    html: message.html ?? null,
    text: await renderText(message),
    message: serializeMessage(message),
  };
  const gzipped = compressContent(content);
  const contentId = newId();
  const prefix = contentObjectKey('emails', workspaceId, `${id}/${contentId}`);
  const objects: ContentObjects = {
    ...(!fitsRecord(gzipped) && {
      content: { key: `${prefix}/content`, gzipped, bytes: countTextBytes(content) },
    }),
    ...(message.attachments.length > 0 && {
      attachments: {
        key: `${prefix}/attachments`,
        gzipped: compressContent(message.attachments.map(serializeAttachment)),
        bytes: countAttachmentBytes(message),
      },
    }),
  };
  const key = keys.emailContent(workspaceId, id);
  return {
    record: objects.content ? { ...key, objectKey: objects.content.key } : { ...key, inline: gzipped },
    uploaded:
      objects.content || objects.attachments
        ? await uploadContent(workspaceId, contentId, objects)
        : undefined,
  };
}

const countTextBytes = ({ html, text }: EmailContent): number =>
  Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');

const countAttachmentBytes = ({ attachments }: Message): number =>
  attachments.reduce((sum, { content }) => sum + content.length, 0);
