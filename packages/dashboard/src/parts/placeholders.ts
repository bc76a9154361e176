/** As the service reads them: ASCII letters, digits, `_` and `.`, white space inside the braces allowed. */
const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

/** The names in these texts, each once, in the order of their first appearance. */
export const placeholdersIn = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
];

/** What of each name is put in. What is not there is empty. */
export type Values = Readonly<Partial<Record<string, string>>>;

export const filled = (text: string, values: Values): string =>
  text.replace(placeholder, (_all, name: string) => values[name] ?? '');

export const filledHtml = (html: string, values: Values): string =>
  html.replace(placeholder, (_all, name: string) => escaped(values[name] ?? ''));

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
