import { cut } from '../../../text/cut';

const lengthMax = 60;

/** A tag as it is kept: trimmed, lower-cased, each run of white space a hyphen, at most 60 characters. */
const tagOf = (text: string): string => cut(text.trim().toLowerCase().replace(/\s+/g, '-'), lengthMax);

/** Each once; what is white space only is none. */
export const tagsOf = (texts: readonly string[]): string[] => [...new Set(texts.map(tagOf))].filter(Boolean);
