import type { Declared } from './properties';

export type Direction = 'ltr' | 'rtl';

/** A letter of a script that is written from right to left. */
const rtlLetter = /\p{sc=Hebrew}|\p{sc=Arabic}|\p{sc=Syriac}|\p{sc=Thaana}|\p{sc=Nko}/u;

const ltrLetterOrDigit = new RegExp(`(?!${rtlLetter.source})[\\p{L}\\p{N}]`, 'u');

/** Whether text that is forced into the direction is shown in another order than it is written in. */
export const isReordered = (text: string, direction: Direction): boolean =>
  (direction === 'rtl' ? ltrLetterOrDigit : rtlLetter).test(text);

/** A character that forces the text after it into a direction, and this text. */
const override = /([\u202d\u202e])([^\u202c\u202d\u202e\n]*)/g;

/** Whether characters of the text change the order in which the text is shown. */
export const hasReorderedText = (text: string): boolean =>
  Array.from(text.matchAll(override)).some(([, character, forced = '']) =>
    isReordered(forced, character === '\u202e' ? 'rtl' : 'ltr'),
  );

/** Whether a person reads the items of a container in another order than they are written in. */
export function areItemsReordered<Item>(
  { display = '', ...declared }: Declared,
  items: readonly Item[],
  orderOf: (item: Item) => number | undefined,
): boolean {
  if (items.length < 2 || !/flex|grid/.test(display)) return false;
  const isReversed = /flex/.test(display) && /-reverse$/.test(declared['flex-direction'] ?? '');
  const orders = items.map((item) => orderOf(item) ?? 0);
  return orders.some((order, index) => {
    const next = orders[index + 1];
    return next !== undefined && (isReversed ? order <= next : order > next);
  });
}
