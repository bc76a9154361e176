/** Marks for the parts of a text that are compared in another way than its words. */
export const marks = {
  linkStart: '\ue000',
  linkEnd: '\ue001',
  /** The description of an image. */
  imageStart: '\ue002',
  imageEnd: '\ue003',
  /** The start of an item of a list. */
  item: '\ue004',
  /** A URL or an address that was removed. */
  target: '\ue005',
  /** What may be the number or the bullet of an item. */
  itemNumberStart: '\ue006',
  itemNumberEnd: '\ue007',
  /** Words that may be missing in the other part. */
  optionalStart: '\ue008',
  optionalEnd: '\ue009',
} as const;

/** Matches a mark, in a character class. */
export const markRange = '\ue000-\ue009';

const anyMark = new RegExp(`[${markRange}]`, 'g');
const markSeparator = new RegExp(`([${markRange}])`);

/** Removes what looks like a mark from the text of an email. */
export const withoutMarks = (text: string): string => text.replace(anyMark, ' ');

/** Splits a text at its marks, which become pieces of their own. */
export const splitAtMarks = (text: string): string[] => text.split(markSeparator);
