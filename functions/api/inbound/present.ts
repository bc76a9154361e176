import type * as z from 'zod/mini';
import type { ListedAttachment } from '../../../shared/domain/conversations/inbound/attachment';
import { defaultContentType } from '../../../shared/http/download';
import type { ReceivedAttachmentSchema } from './shapes';

export const presentAttachment = ({
  index,
  filename,
  contentType,
  size,
  isInline,
}: ListedAttachment): z.infer<typeof ReceivedAttachmentSchema> => ({
  index,
  filename,
  content_type: contentType ?? defaultContentType,
  size,
  inline: isInline,
});
