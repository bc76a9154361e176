import { type Line } from './lines';

/** A name, a title, an address, a number: short, and no sentence. */
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

/** Small words that stand between capitals, in names and in titles. */
const particles = new Set([
  ...['of', 'and', 'for', 'the', 'to', 'in', 'at'],
  ...['der', 'den', 'vom', 'von', 'zu', 'zur', 'und', 'für', 'van'],
  ...['de', 'des', 'du', 'la', 'le', 'les', 'et', 'en'],
  ...['da', 'di', 'do', 'dos', 'das', 'del', 'della', 'el', 'y', 'e', 'i'],
  ...['al', 'bin'],
]);

/** Words of a sentence: two or more that a name or a title would begin with a capital. */
export function isProse({ text, plain }: Line): boolean {
  if (isContact(plain) || plain.includes('|')) return false;
  const words = text.split(/[\s\u00a0]+/).filter((word) => /^\p{Ll}/u.test(word));
  return words.filter((word) => !particles.has(word)).length >= 2;
}

/** What stands right below a sign-off or above one's number: a name, however it is written. */
export function isNameLike(line: Line): boolean {
  const words = line.plain.split(' ');
  return !isProse(line) && words.length <= 6 && !/[:：]\s/.test(line.plain);
}

/** It asks for what follows. */
export const endsInColon = (lines: readonly Line[]): boolean =>
  /[:：]$/.test(lines.findLast(({ plain }) => plain !== '')?.plain ?? '');
