import { isBody } from './choose-bodies';
import type { Leaf } from './mime-parts';
import { decodeTransfer } from './transfer-encoding';

export interface Attachment {
  /** The name as the sender wrote it, without control characters. */
  filename: string | null;
  /** The declared `type/subtype` in lowercase. Null if the type is missing or malformed. */
  contentType: string | null;
  /** The Content-ID without its angle brackets. */
  contentId: string | null;
  /** The number of decoded bytes. */
  size: number;
}

export type AttachmentWithContent = Attachment & { content: Buffer };

/** Returns all parts that are not the body of the email, including inline images, in their order. */
export const attachmentLeaves = (leaves: readonly Leaf[]): Leaf[] => leaves.filter((leaf) => !isBody(leaf));

/** Describes the attachment without its bytes, so that only one attachment at a time is in memory. */
export function describeAttachment(leaf: Leaf): Attachment {
  const { filename, contentType, contentId, size } = decodeAttachment(leaf);
  return { filename, contentType, contentId, size };
}

export function decodeAttachment({ part, body }: Leaf): AttachmentWithContent {
  const content = decodeTransfer(body, part.encoding);
  const { filename, contentType, contentId } = part;
  return { filename, contentType, contentId, size: content.length, content };
}
