/**
 * `{{name}}`, with optional white space inside the braces. A name consists of ASCII letters, digits, `_` and `.`. Other
 * text in braces is plain text. Matching takes linear time, because no two parts of the pattern match the same
 * character and each part ends at a brace.
 */
const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

/** Returns the distinct placeholder names in these texts, in the order of their first appearance. */
export const placeholderNames = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
];

/** Replaces each placeholder with its value. Placeholders inside a value are not replaced. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string): string =>
  text.replace(placeholder, (_all, name: string) => valueOf(name));
