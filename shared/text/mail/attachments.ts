import { isBody } from './choose-bodies';
import type { Leaf } from './mime-parts';
import { decodeTransfer } from './transfer-encoding';

export interface Attachment {
  /** The exact name, without control characters. */
  filename: string | null;
  /** The declared `type/subtype` in lower case; null when there is none or it is malformed. */
  contentType: string | null;
  /** Without its angle brackets. */
  contentId: string | null;
  /** Of the decoded bytes. */
  size: number;
}

export type AttachmentWithContent = Attachment & { content: Buffer };

/** In the order of the mail: every part that is not its text, inline images included. */
export const attachmentLeaves = (leaves: readonly Leaf[]): Leaf[] => leaves.filter((leaf) => !isBody(leaf));

/** Without its bytes: those of one attachment at a time are held. */
export function describeAttachment(leaf: Leaf): Attachment {
  const { filename, contentType, contentId, size } = decodeAttachment(leaf);
  return { filename, contentType, contentId, size };
}

export function decodeAttachment({ part, body }: Leaf): AttachmentWithContent {
  const content = decodeTransfer(body, part.encoding);
  const { filename, contentType, contentId } = part;
  return { filename, contentType, contentId, size: content.length, content };
}
