import { type Line } from './lines';

/** Whether the line can be part of a contact card: a short name, title, address or number that is not a sentence. */
export function isCardLine({ plain, quoted, isCode }: Line): boolean {
  if (quoted > 0 || isCode || plain.length > 90 || /[?？]$/.test(plain)) return false;
  if (/^(?:p\.?\s?s\.?|n\.?b\.?|btw)\b[ .:]/.test(plain) || /^(?:[*•]|\d{1,2}[.)]) /.test(plain))
    return false;
  const words = plain.split(' ').length;
  return (
    isContact(plain) || words <= 6 || (words <= 10 && !/[.!。！:]$/.test(plain) && /[|,·•@/&-]/.test(plain))
  );
}

export const isContact = (plain: string): boolean =>
  /\S@\S|https?:\/\/|www\.|(?:^|[^\p{Nd}])\+?\p{Nd}[\p{Nd} ()./-]{6,20}(?:$|[^\p{Nd}])/u.test(plain);

/** Lowercase words in names and titles. */
const particles = new Set([
  ...['of', 'and', 'for', 'the', 'to', 'in', 'at'],
  ...['der', 'den', 'vom', 'von', 'zu', 'zur', 'und', 'für', 'van'],
  ...['de', 'des', 'du', 'la', 'le', 'les', 'et', 'en'],
  ...['da', 'di', 'do', 'dos', 'das', 'del', 'della', 'el', 'y', 'e', 'i'],
  ...['al', 'bin'],
]);

/** Whether the line is prose, which has at least two lowercase words that names and titles would capitalize. */
export function isProse({ text, plain }: Line): boolean {
  if (isContact(plain) || plain.includes('|')) return false;
  const words = text.split(/[\s\u00a0]+/).filter((word) => /^\p{Ll}/u.test(word));
  return words.filter((word) => !particles.has(word)).length >= 2;
}

/** Whether the line can be the name below a sign-off or above a phone number, in any spelling. */
export function isNameLike(line: Line): boolean {
  const words = line.plain.split(' ');
  return !isProse(line) && words.length <= 6 && !/[:：]\s/.test(line.plain);
}

/** Whether the last line with text ends in a colon and so introduces the text below. */
export const endsInColon = (lines: readonly Line[]): boolean =>
  /[:：]$/.test(lines.findLast(({ plain }) => plain !== '')?.plain ?? '');
