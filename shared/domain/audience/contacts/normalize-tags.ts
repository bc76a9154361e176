import { truncateText } from '../../../text/truncate-text';

const lengthMax = 60;

/** The stored form of a tag: trimmed, in lower case, with hyphens for white space, at most 60 characters. */
const normalizeTag = (text: string): string =>
  truncateText(text.trim().toLowerCase().replace(/\s+/g, '-'), lengthMax);

/** Normalizes tags and removes duplicates and empty tags. */
export const normalizeTags = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(normalizeTag))].filter(Boolean);
