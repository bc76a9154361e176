import { attachedLeaves, attachmentOf, type AttachmentWithContent } from './attachments';
import { takeApart } from './leaves';

/** The bytes of the attachment at this index, in the order of `parseMail`; undefined past the last one. */
export function readAttachment(raw: Buffer, index: number): AttachmentWithContent | undefined {
  const leaf = attachedLeaves(takeApart(raw).leaves)[index];
  return leaf && attachmentOf(leaf);
}
