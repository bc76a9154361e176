import { decodeBase64 } from './base64';
import { decodeQuotedPrintable } from './quoted-printable';
import { decodeUuencode } from './uuencode';

/** Decodes a body. A body with an unknown encoding is returned unchanged. */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  const name = encoding.toLowerCase();
  if (/^["'\s]*base-?64/.test(name)) return decodeBase64(body);
  if (/^["'\s]*quoted.?printable/.test(name)) return decodeQuotedPrintable(body);
  if (/^["'\s]*(x-)?uu/.test(name)) return decodeUuencode(body);
  return body;
}
