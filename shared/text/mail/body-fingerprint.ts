import { createHash } from 'node:crypto';
import { attachmentLeaves, decodeAttachment, type AttachmentWithContent } from './attachments';
import { splitMimeParts } from './mime-parts';
import { unspacedCharacter } from '../words';
import type { ParsedMail } from './parse-mail';

/**
 * Returns a hash of the texts and attachments. Copies of an email have the same hash, even if servers changed the width
 * of white space, transfer encodings, boundaries or the composition of accents.
 */
export function fingerprintBody(raw: Buffer, { text, html }: Pick<ParsedMail, 'text' | 'html'>): string {
  const hash = createHash('sha256');
  // The length separates each value from the next.
  const add = (value: string | Buffer) => hash.update(`${value.length}:`).update(value);
  for (const body of [text, html]) add(comparableText(body ?? ''));
  for (const leaf of attachmentLeaves(splitMimeParts(raw).leaves)) {
    const attachment = decodeAttachment(leaf);
    add((attachment.filename ?? '').normalize('NFC'));
    add(comparableContent(attachment));
  }
  return hash.digest('base64url');
}

/** Each server that stores email in one file adds a ">" before a line that starts with "From ". */
const comparableText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\n /g, (lineBreak, at: number, whole: string) => (endsLongLine(whole, at) ? '' : lineBreak))
    .replace(/^>+(?=From )/gm, '')
    .replace(/\s+/g, ' ')
    .replace(spaceInUnspaced, '')
    .trim();

/** Some servers break lines after 988 to 998 bytes and add a space. */
const brokenLineBytes = 980;

/** Whether the line that ends at the offset is so long that a server broke it. */
const endsLongLine = (text: string, end: number): boolean =>
  Buffer.byteLength(text.slice(text.lastIndexOf('\n', end - 1) + 1, end)) >= brokenLineBytes;

const spaceInUnspaced = new RegExp(`(?<=${unspacedCharacter}) (?=${unspacedCharacter})`, 'gu');

/** Servers may change the line breaks of text, and also of signatures, XML and JSON, which have other types. */
const comparableContent = ({ contentType, content }: AttachmentWithContent): string | Buffer =>
  /^(?:text|message)\//.test(contentType ?? '') || !content.some(isControl)
    ? content.toString('latin1').replace(/\r\n?/g, '\n').trim()
    : content;

/** Whether the byte is a control character that texts do not contain. */
const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20);
