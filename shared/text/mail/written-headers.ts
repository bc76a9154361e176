import { isUtf8 } from 'node:buffer';
import { removeControls } from './controls';
import { readMailHeaders } from './header-block';

/** A raw header: unfolded and trimmed, with its encoded words not decoded. */
export interface Header {
  name: string;
  value: string;
}

/** Returns the headers with their names as the sender wrote them, and without control characters. */
export const readWrittenHeaders = (raw: Buffer): Header[] =>
  readMailHeaders(raw).fields.map(({ writtenName, bytes }) => ({
    name: writtenName,
    value: removeControls(decodeRawField(bytes)),
  }));

/** Decodes a header of bytes as UTF-8 if possible. Otherwise each byte stays a character. */
export function decodeRawField(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : bytes;
}
