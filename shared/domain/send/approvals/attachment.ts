import { notFound } from '../../../core/errors';
import { parseIndex } from '../../../core/parse-index';
import { deserializeMessage, type Attachment } from '../emails/message';
import type { Draft } from './compose-draft';

/** Returns the attachment at this index of the draft, counted from 0. */
export function findDraftAttachment({ content: { message } }: Draft, index: string): Attachment {
  const attachment = message && deserializeMessage(message).attachments[parseIndex(index)];
  if (!attachment)
    throw notFound('attachment', 'Indexes start at 0. Attachments are deleted once the draft is decided');
  return attachment;
}
