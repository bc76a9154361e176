import type * as z from 'zod/mini';
import { bytesInResponse, responseBytesMax } from '../../../shared/core/response-size';
import type { EmailContent } from '../../../shared/domain/send/emails/content';
import type { Email } from '../../../shared/db/records/emails';
import type { EmailContentSchema } from './shapes';

type EmailContentResponse = z.infer<typeof EmailContentSchema>;

/**
 * Presents the content. If the bodies do not fit into a response, drops the HTML first, because the text has the same
 * content.
 */
export function presentEmailContent(
  { id, threadId }: Email,
  content: EmailContent | undefined,
): EmailContentResponse {
  const withoutBodies: EmailContentResponse = { id, thread_id: threadId, text: null, html: null };
  const withBodies = { ...withoutBodies, text: content?.text ?? null, html: content?.html ?? null };
  const candidates = [withBodies, { ...withBodies, html: null }];
  return candidates.find((candidate) => bytesInResponse(candidate) <= responseBytesMax) ?? withoutBodies;
}
