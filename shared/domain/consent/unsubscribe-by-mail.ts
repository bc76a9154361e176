import { parseMail } from '../../text/mail/parse-mail';
import { findLink } from '../audience/unsubscribe/verify-link';
import { unsubscribeByLink } from './unsubscribe-by-link';

/**
 * Unsubscribes the address in the token of the subject. The email can come from any sender. Returns false, without an effect, if
 * the token is not valid. Idempotent.
 */
export async function unsubscribeByMail(raw: Buffer): Promise<boolean> {
  // Email programs may fold a long subject, which adds spaces.
  const token = parseMail(raw).subject?.replace(/\s+/g, '') ?? '';
  const found = await findLink(token);
  if (found) await unsubscribeByLink(found.link);
  return found !== undefined;
}
