/** Characters that show nothing or only change the direction of the text. */
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu;

const spaces = /[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Digits of all scripts, and the full-width forms of letters and signs. */
const variants = /[\uff01-\uff5e]|(?![0-9])\p{Nd}/gu;

/** Returns the text with ASCII digits, plain spaces and hyphens, so that the same rules fit all scripts. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(unseen, '')
    .replace(spaces, ' ')
    .replace(dashes, '-')
    .replace(/\u0130/g, 'I')
    .replace(variants, plainForm);

/** The digits of each script follow each other, from a code point that ends in 0 or 6. */
function plainForm(character: string): string {
  const compatible = character.normalize('NFKC');
  if (compatible <= '\u007f') return fullWidthPunctuation.test(character) ? character : compatible;
  const codePoint = character.codePointAt(0) ?? 0;
  const low = codePoint % 16;
  return String(low < 10 && isDigit(codePoint - low) ? low : low - 6);
}

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** Marks of Chinese and Japanese sentences, which end clauses without a space. */
const fullWidthPunctuation = /[\uff01\uff0c\uff1a\uff1b\uff1f]/;
