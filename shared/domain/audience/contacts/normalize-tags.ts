import { truncateText } from '../../../text/truncate-text';

const lengthMax = 60;

/** A tag as it is kept: trimmed, lower-cased, each run of white space a hyphen, at most 60 characters. */
const normalizeTag = (text: string): string =>
  truncateText(text.trim().toLowerCase().replace(/\s+/g, '-'), lengthMax);

/** Each once; what is white space only is none. */
export const normalizeTags = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(normalizeTag))].filter(Boolean);
