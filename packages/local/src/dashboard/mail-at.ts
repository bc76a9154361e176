import type { Mail } from '../mail/mail';
import { attachmentOfMail, listMails, partsOfMail, sourceOfMail } from './mails';
import { asRefusal, type Shown } from './shown';

/** What is at a path below the outbox. */
export async function mailAt(mail: Mail, path: string, query: URLSearchParams): Promise<Shown> {
  const [id = '', part = '', place] = path.split('/').map(decoded);
  if (id === '') return listMails(mail, filterIn(query));
  if (part === 'parts') return partsOfMail(mail, id);
  if (part === 'source') return sourceOfMail(mail, id);
  if (part === 'attachments') return attachmentOfMail(mail, id, Number(place));
  return asRefusal(404, 'A mail has no such part');
}

/** What cannot be read names nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

const filterIn = (query: URLSearchParams) => ({
  limit: Math.min(Math.max(Math.floor(Number(query.get('limit'))) || 50, 1), 500),
  to: query.get('to') ?? undefined,
  message_id: query.get('message_id') ?? undefined,
});
