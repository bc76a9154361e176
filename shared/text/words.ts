/**
 * Folds the case of all scripts, so that capitals are equal to the letters that they stand for: `STRASSE` to `Straße`,
 * and Greek capitals, which have no accents, to the accented letters.
 */
export const foldCase = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/i\u0307/g, 'i')
    .normalize('NFD')
    .replace(/(\p{Script=Greek})\u0301/gu, '$1')
    .normalize('NFC');

/** Returns the words and numbers, without differences of case and form. */
export const wordsOf = (text: string): string[] => foldCase(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Matches a character of a script without spaces between words, whose lines may break anywhere. */
export const unspacedCharacter =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';

/** Whether the text has letters or digits. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
