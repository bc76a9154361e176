import {
  attachmentLeaves,
  decodeAttachment,
  describeAttachment,
  type Attachment,
  type AttachmentWithContent,
} from './attachments';
import { splitMimeParts, type Leaf } from './mime-parts';

/**
 * Returns the attachment at this index, or undefined if the index is too large. Attachments are in the order of
 * `parseMail`.
 */
export function readAttachment(raw: Buffer, index: number): AttachmentWithContent | undefined {
  const leaf = attachmentLeaves(splitMimeParts(raw).leaves)[index];
  return leaf && decodeAttachment(leaf);
}

export type ListedAttachment = Attachment & { isInline: boolean };

/** Lists the attachments in the order of `parseMail`. */
export const listAttachments = (raw: Buffer): ListedAttachment[] =>
  attachmentLeaves(splitMimeParts(raw).leaves).map((leaf) => ({
    ...describeAttachment(leaf),
    isInline: isInline(leaf),
  }));

/**
 * Whether HTML can show the part by its Content-ID. `Content-Disposition: inline` proves nothing, because Apple Mail
 * sets this value on PDFs.
 */
const isInline = ({ part }: Leaf): boolean => part.contentId !== null && !part.isDeclaredAttachment;
