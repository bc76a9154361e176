import * as z from '../../../shared/schema/schema';
import { listOf } from '../../../shared/http/shapes';

/** Describes the file that `downloadAttachment` returns at each index. */
export const ReceivedAttachmentSchema = z.object({
  index: z.int(),
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
  inline: z.boolean(),
});

export const ReceivedAttachmentListSchema = listOf(ReceivedAttachmentSchema);
