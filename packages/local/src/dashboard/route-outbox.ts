import type { MailProvider } from '../mail/mail-provider';
import { respondWithAttachment, listMails, respondWithParts, respondWithSource } from './outbox-responses';
import { errorResponse, type PageResponse } from './page-response';

/** Responds to a path below `/app/mail/outbox`. */
export async function routeOutbox(
  mail: MailProvider,
  path: string,
  query: URLSearchParams,
): Promise<PageResponse> {
  const [id = '', part = '', attachmentIndex] = path.split('/').map(decodeSegment);
  if (id === '') return listMails(mail, readFilter(query));
  if (part === 'parts') return respondWithParts(mail, id);
  if (part === 'source') return respondWithSource(mail, id);
  if (part === 'attachments') return respondWithAttachment(mail, id, Number(attachmentIndex));
  return errorResponse(404, 'The path of an email ends with parts, source or attachments');
}

/** A segment that cannot be decoded matches no email, so it is returned encoded. */
function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

const readFilter = (query: URLSearchParams) => ({
  limit: Math.min(Math.max(Math.floor(Number(query.get('limit'))) || 50, 1), 500),
  to: query.get('to') ?? undefined,
  message_id: query.get('message_id') ?? undefined,
});
