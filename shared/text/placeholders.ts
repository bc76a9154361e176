/**
 * `{{name}}`, white space inside the braces allowed. A name has ASCII letters, digits, `_` and `.`; what
 * looks otherwise is text like any other. No two parts of the pattern match the same character, and braces
 * end each of them: it looks at no character more often than twice.
 */
const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

/** The names in these texts, each once, in the order of their first appearance. */
export const placeholderNames = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
];

/** The text with a value for each placeholder. A value is put in as it is, whatever it looks like. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string): string =>
  text.replace(placeholder, (_all, name: string) => valueOf(name));
