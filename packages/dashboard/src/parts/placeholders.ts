import { escapeHtml } from '../../../../shared/text/html';
import {
  fillPlaceholders as fillText,
  requiredNames,
  tokenize,
  valueReader,
} from '../../../../shared/text/placeholders';

/** Returns the distinct names in placeholders and conditions, in the order of their first appearance. */
export const findPlaceholders = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => [...tokenize(text, 'expressions')])
      .flatMap((token) => (token.kind === 'value' || token.kind === 'if' ? [token.name] : [])),
  ),
];

/** Returns the distinct names for which a send must give a value. */
export const findRequiredNames = (...texts: readonly string[]): string[] =>
  requiredNames(...texts.map((text) => [text, 'expressions'] as const));

/** Values by placeholder name. A placeholder without a value becomes its fallback or empty text. */
export type PlaceholderValues = Readonly<Partial<Record<string, string>>>;

export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  fillText(text, 'expressions', valueReader(values));

export const fillPlaceholdersInHtml = (html: string, values: PlaceholderValues): string =>
  fillText(html, 'expressions', valueReader(values), escapeHtml);
