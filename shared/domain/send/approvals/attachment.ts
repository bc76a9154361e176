import { isMissingObject } from '../../../aws/is-missing-object';
import { notFound } from '../../../core/errors';
import { parseIndex } from '../../../core/parse-index';
import { readAttachments } from '../emails/content';
import type { Attachment } from '../emails/message';
import type { Draft } from './compose-draft';

/** Returns the attachment at this index of the draft, counted from 0. */
export async function findDraftAttachment(draft: Draft, index: string): Promise<Attachment> {
  const attachment = (await readDraftAttachments(draft))[parseIndex(index)];
  if (!attachment)
    throw notFound('attachment', 'Indexes start at 0. Attachments are deleted once the draft is decided');
  return attachment;
}

/** Returns no attachments if they are deleted concurrently, because the draft was decided. */
async function readDraftAttachments({ email, content: { message } }: Draft): Promise<Attachment[]> {
  try {
    return message ? await readAttachments(email, message) : [];
  } catch (error) {
    if (isMissingObject(error)) return [];
    throw error;
  }
}
