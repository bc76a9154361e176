import { decodeWords } from './encoded-words';

/** The maximum length of an id, which is the maximum length of a line. */
const idLengthMax = 998;
const idsMax = 1_000;

/**
 * The maximum length of a field to read. The parser reads only the beginning and the end of a longer field, so that a
 * sender cannot cause long parsing. The first and the last ids are sufficient to find the conversation.
 */
const fieldLengthMax = 200_000;

const bracketed = /<([^<>]+)>/g;

/** Returns the distinct `<…>` ids of a field, in order. Adds missing brackets. */
export function parseMessageIds(bytes: string): string[] {
  const text = decodeWords(trimFieldMiddle(bytes));
  const bracketedIds = [...text.matchAll(bracketed)].map(([, id = '']) => id);
  const ids = (bracketedIds.length > 0 || /[<>]/.test(text) ? bracketedIds : bareIds(text))
    // Some servers fold a long id as if it were text.
    .map((id) => id.replace(/\s+/g, ''))
    .filter((id) => id !== '' && id.length <= idLengthMax);
  return trimIdsMiddle([...new Set(ids.map((id) => `<${id}>`))]);
}

const trimFieldMiddle = (field: string): string =>
  field.length <= fieldLengthMax
    ? field
    : `${field.slice(0, 2 * idLengthMax)} ${field.slice(2 * idLengthMax - fieldLengthMax)}`;

/**
 * Returns ids that have no brackets. Skips ordinary words, because old clients write `Message of Monday from
 * kim@example.com`.
 */
function bareIds(text: string): string[] {
  const tokens = text.split(/[\s,;]+/).filter((token) => token !== '');
  const isId = (token: string) => /^[^\s"()]+@[^\s"()]+$/.test(token);
  return tokens.length === 1 || tokens.every(isId) ? tokens : [];
}

const trimIdsMiddle = (ids: string[]): string[] =>
  ids.length <= idsMax ? ids : [...ids.slice(0, 1), ...ids.slice(1 - idsMax)];
