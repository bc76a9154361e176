import {
  attachmentLeaves,
  decodeAttachment,
  describeAttachment,
  type Attachment,
  type AttachmentWithContent,
} from './attachments';
import { splitMimeParts, type Leaf } from './mime-parts';

/** The bytes of the attachment at this index, in the order of `parseMail`; undefined past the last one. */
export function readAttachment(raw: Buffer, index: number): AttachmentWithContent | undefined {
  const leaf = attachmentLeaves(splitMimeParts(raw).leaves)[index];
  return leaf && decodeAttachment(leaf);
}

export type ListedAttachment = Attachment & { isInline: boolean };

/** What there is to read, in the same order. */
export const listAttachments = (raw: Buffer): ListedAttachment[] =>
  attachmentLeaves(splitMimeParts(raw).leaves).map((leaf) => ({
    ...describeAttachment(leaf),
    isInline: isInline(leaf),
  }));

/** HTML can name it, and so show it. `Content-Disposition: inline` tells nothing: Apple's mail says it of every PDF. */
const isInline = ({ part }: Leaf): boolean => part.contentId !== null && !part.isDeclaredAttachment;
