import { truncateText } from '../../../text/truncate-text';

const lengthMax = 60;

/** The stored form of a tag or a label: trimmed, in lower case, with hyphens for white space. */
export const normalizeTag = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, '-');

const truncatedTag = (text: string): string => truncateText(normalizeTag(text), lengthMax);

/** Normalizes tags, truncates them to 60 characters, and removes duplicates and empty tags. */
export const normalizeTags = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(truncatedTag))].filter(Boolean);
