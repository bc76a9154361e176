import { decodeWords } from './encoded-words';

/** An id is a line at most; a conversation is found by its first and its last ones. */
const idLengthMax = 998;
const idsMax = 1_000;

/** Of a longer field the beginning and the end are read: what it has between them is time that its sender chooses. */
const fieldLengthMax = 200_000;

const bracketed = /<([^<>]+)>/g;

/** Every `<…>` of an id field, in order, without repeats; an id without its brackets gets them. */
export function parseMessageIds(bytes: string): string[] {
  const text = decodeWords(trimFieldMiddle(bytes));
  const bracketedIds = [...text.matchAll(bracketed)].map(([, id = '']) => id);
  const ids = (bracketedIds.length > 0 || /[<>]/.test(text) ? bracketedIds : bareIds(text))
    // A long id is folded by some servers as if it were text.
    .map((id) => id.replace(/\s+/g, ''))
    .filter((id) => id !== '' && id.length <= idLengthMax);
  return trimIdsMiddle([...new Set(ids.map((id) => `<${id}>`))]);
}

const trimFieldMiddle = (field: string): string =>
  field.length <= fieldLengthMax
    ? field
    : `${field.slice(0, 2 * idLengthMax)} ${field.slice(2 * idLengthMax - fieldLengthMax)}`;

/** Words are no ids: old clients write `Message of Monday from kim@example.com`. */
function bareIds(text: string): string[] {
  const tokens = text.split(/[\s,;]+/).filter((token) => token !== '');
  const isId = (token: string) => /^[^\s"()]+@[^\s"()]+$/.test(token);
  return tokens.length === 1 || tokens.every(isId) ? tokens : [];
}

const trimIdsMiddle = (ids: string[]): string[] =>
  ids.length <= idsMax ? ids : [...ids.slice(0, 1), ...ids.slice(1 - idsMax)];
