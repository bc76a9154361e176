import { decodeBase64 } from './base64';
import { decodeQuotedPrintable } from './quoted-printable';
import { decodeUuencode } from './uuencode';

/** The bytes of a body. What names no encoding that is known is taken as it is. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  const name = encoding.toLowerCase();
  if (/^["'\s]*base-?64/.test(name)) return decodeBase64(body);
  if (/^["'\s]*quoted.?printable/.test(name)) return decodeQuotedPrintable(body);
  if (/^["'\s]*(x-)?uu/.test(name)) return decodeUuencode(body);
  return body;
}
