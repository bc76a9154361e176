export type Direction = 'ltr' | 'rtl';

/** A letter of a script that is written from right to left. */
const rtlLetter = /\p{sc=Hebrew}|\p{sc=Arabic}|\p{sc=Syriac}|\p{sc=Thaana}|\p{sc=Nko}/u;

const ltrLetterOrDigit = new RegExp(`(?!${rtlLetter.source})[\\p{L}\\p{N}]`, 'u');

/** Whether the text has letters of a script that is written from right to left. */
export const hasRtlLetters = (text: string): boolean => rtlLetter.test(text);

/** Whether text that is forced into the direction is shown in another order than it is written in. */
export const isReorderedIn = (direction: Direction, text: string): boolean =>
  (direction === 'rtl' ? ltrLetterOrDigit : rtlLetter).test(text);

/** A character that forces the text after it into a direction, and this text. */
const override = /([\u202d\u202e])([^\u202c\u202d\u202e\n]*)/g;

/** Whether characters of the text change the order in which the text is shown. */
export const hasReorderedText = (text: string): boolean =>
  Array.from(text.matchAll(override)).some(([, character, forced = '']) =>
    isReorderedIn(character === '\u202e' ? 'rtl' : 'ltr', forced),
  );
