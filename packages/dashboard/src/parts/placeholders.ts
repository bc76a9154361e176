/** The placeholder syntax of the service: ASCII letters, digits, `_` and `.`, with optional white space inside the braces. */
const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

/** Returns the distinct placeholder names in the order of their first appearance. */
export const findPlaceholders = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
];

/** Values by placeholder name. A placeholder without a value becomes empty text. */
export type PlaceholderValues = Readonly<Partial<Record<string, string>>>;

export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(placeholder, (_match, name: string) => values[name] ?? '');

export const fillPlaceholdersInHtml = (html: string, values: PlaceholderValues): string =>
  html.replace(placeholder, (_match, name: string) => escapeHtml(values[name] ?? ''));

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
