import { importStatuses, type ImportStatus } from '../../../../../shared/domain/audience/imports/import-row';
import type { Column, Field } from './columns';
import { readCell } from './csv-cell';

/**
 * Converts a row to the fields of the API, without empty cells. Keeps unreadable values, so that the validation
 * reports them.
 */
export function readRow(
  columns: readonly Column[],
  cells: readonly string[],
  defaultStatus?: ImportStatus,
): Record<string, unknown> {
  const values = (field: Field): string[] =>
    columns
      .filter(({ target: becomes }) => becomes === field)
      .map(({ index }) => readCell(cells, index))
      .filter((cell) => cell !== '');
  const [email] = values('email');
  const [firstName] = values('first_name');
  const [lastName] = values('last_name');
  const [lastActive] = values('last_active_at');
  const tags = values('tags').flatMap(splitTags);
  const attributes = attributesOf(columns, cells);
  return {
    email,
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...readSubscription(values('status')[0], values('unsubscribed'), defaultStatus),
    ...(lastActive && { last_active_at: readTime(lastActive) }),
  };
}

/** Also splits `"VIP", beta`, because some services quote each tag inside the cell. */
const splitTags = (cell: string): string[] =>
  cell
    .split(/[,;|]/)
    .map((tag) =>
      tag
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((tag) => tag !== '');

function attributesOf(columns: readonly Column[], cells: readonly string[]): Record<string, string> {
  const entries = columns.flatMap(({ target: becomes, index }) => {
    const value = readCell(cells, index);
    const isAttribute = becomes.startsWith('attributes.');
    return isAttribute && value !== '' ? [[becomes.slice('attributes.'.length), value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Merges the columns into one status. An opt-out in any column overrides `subscribed`, so that no opt-out is lost. */
function readSubscription(
  statusCell: string | undefined,
  flagCells: readonly string[],
  defaultStatus: ImportStatus | undefined,
): Record<string, unknown> {
  const flags = flagCells.map(readFlag);
  const unreadable = flags.find((flag) => typeof flag === 'string');
  if (unreadable !== undefined) return { unsubscribed: unreadable };
  const status = statusCell === undefined ? defaultStatus : (readStatus(statusCell) ?? statusCell);
  if (flags.includes(true) && (status ?? 'subscribed') === 'subscribed') return { status: 'unsubscribed' };
  return status === undefined ? {} : { status };
}

const trueWords = ['true', 'yes', 'y', '1', 'x'];
const falseWords = ['false', 'no', 'n', '0'];

/** Treats a date as an opt-out, because some services export the time of the opt-out. */
function readFlag(cell: string): boolean | string {
  const word = cell.toLowerCase();
  if (falseWords.includes(word)) return false;
  return trueWords.includes(word) || /^\d{4}-\d\d-\d\d/.test(cell) ? true : cell;
}

/**
 * The status words of other services. `pending` is missing, because the API has no status for contacts who have not
 * confirmed.
 */
const statusWords: Record<ImportStatus, readonly string[]> = {
  subscribed: ['subscriber', 'active', 'confirmed', 'optedin'],
  unsubscribed: ['optedout', 'optout', 'unsubscribe'],
  bounced: ['bounce', 'hardbounce', 'hardbounced', 'cleaned', 'undeliverable'],
  complained: ['complaint', 'spam', 'spamcomplaint', 'spamcomplained', 'markedasspam', 'reportedspam'],
};

const statusByWord = new Map(
  importStatuses.flatMap((status) => [status, ...statusWords[status]].map((word) => [word, status] as const)),
);

export const readStatus = (text: string): ImportStatus | undefined =>
  statusByWord.get(text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));

const day = /^\d{4}-\d\d-\d\d$/;
const withoutZone = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** Reads a time without a zone as UTC, because the last activity does not need hour precision. */
const readTime = (cell: string): string =>
  day.test(cell) ? `${cell}T00:00:00Z` : cell.replace(withoutZone, (_all, date, time) => `${date}T${time}Z`);
