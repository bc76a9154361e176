import type * as z from 'zod/mini';
import type { ListedFile } from '../../../shared/domain/conversations/inbound/attachment';
import { unknownType } from '../../../shared/http/file';
import type { ReceivedAttachmentSchema } from './shapes';

export const presentAttachment = ({
  index,
  filename,
  contentType,
  size,
  isInline,
}: ListedFile): z.infer<typeof ReceivedAttachmentSchema> => ({
  index,
  filename,
  content_type: contentType ?? unknownType,
  size,
  inline: isInline,
});
