import { isAddress } from './address';

/**
 * Returns the bare address in a bounce or complaint report, with the letter case of its local part. Receiving servers
 * also write `<kim@example.com>`, `Kim <kim@example.com>`, `rfc822;kim@example.com` and `kim@example.com.`. Returns
 * undefined if there is no address.
 */
export function readReportedAddress(text: string): string | undefined {
  const unmarked = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/\([^()]*\)/g, ' ');
  const bracketed = /<([^<>]*)>[^<>]*$/.exec(unmarked)?.[1];
  const address = (bracketed ?? unmarked)
    .trim()
    .replace(/^["']([^"']*)["']$/, '$1')
    .replace(/^(?:(?:rfc-?822|utf-?8|smtp|mailto)\s*[;:]\s*)+/i, '')
    .replace(/[\s.。,;>]+$/, '');
  return isAddress(address) ? address : undefined;
}
