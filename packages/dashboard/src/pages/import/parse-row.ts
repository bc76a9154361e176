import type { NewContact } from '@carrier-nest/sdk';
import type { Column, ContactField } from './columns';
import { readCell } from './csv-cell';

type Status = NonNullable<NewContact['status']>;

/** Returns the row as a contact for the API, or the reason why the row is invalid. Ignores empty cells. */
export function parseRow(
  columns: readonly Column[],
  cells: readonly string[],
  defaultStatus: Status,
): { contact: NewContact } | { reason: string } {
  const reason = findCellCountProblem(columns, cells);
  if (reason) return { reason };
  const values = (field: ContactField): string[] => columnValues(columns, cells, field);
  const [email = ''] = values('email');
  const problem = findAddressProblem(email);
  if (problem) return { reason: problem };
  const statusResult = parseStatus(values('status')[0], values('unsubscribed'), defaultStatus);
  if ('reason' in statusResult) return statusResult;
  const [firstName] = values('first_name');
  const [lastName] = values('last_name');
  const [lastActive] = values('last_active_at');
  const tags = values('tags').flatMap(parseTags);
  const attributes = attributesOf(columns, cells);
  const contact = {
    email,
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(statusResult.status !== 'subscribed' && statusResult),
    ...(lastActive && { last_active_at: parseTime(lastActive) }),
  };
  return { contact };
}

/** Refuses a row with too few or too many cells, because the columns of its cells are ambiguous. */
function findCellCountProblem(columns: readonly Column[], cells: readonly string[]): string | undefined {
  const usedCells = Math.max(columns.length, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (cells.length >= columns.length && usedCells === columns.length) return undefined;
  const cellCount = cells.length < columns.length ? cells.length : usedCells;
  return `has ${cellCount} cells, but the header has ${columns.length}`;
}

/** Refuses obvious mistakes without a request. The API validates the other addresses. */
function findAddressProblem(email: string): string | undefined {
  if (email === '') return 'email: is required';
  return /\s/.test(email) || !email.includes('@') ? 'email: not an email address' : undefined;
}

const columnValues = (columns: readonly Column[], cells: readonly string[], field: ContactField): string[] =>
  columns
    .flatMap(({ target }, index) => (target === field ? [readCell(cells, index)] : []))
    .filter((cell) => cell !== '');

/** Also accepts `"VIP", beta`, because some services quote each tag inside the cell. */
const parseTags = (cell: string): string[] =>
  cell
    .split(/[,;|]/)
    .map((tag) =>
      tag
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter(Boolean);

const attributePrefix = 'attributes.';

function attributesOf(columns: readonly Column[], cells: readonly string[]): Record<string, string> {
  const entries = columns.flatMap(({ target }, index) => {
    const value = readCell(cells, index);
    if (!target.startsWith(attributePrefix) || value === '') return [];
    return [[target.slice(attributePrefix.length), value] as const];
  });
  return Object.fromEntries(entries);
}

/** An opt-out in one column overrides `subscribed` in another, because the API cannot detect the conflict. */
function parseStatus(
  statusCell: string | undefined,
  flagCells: readonly string[],
  defaultStatus: Status,
): { status: Status } | { reason: string } {
  const flags = flagCells.map(parseFlag);
  if (flags.includes(undefined)) return { reason: 'unsubscribed: must be yes, no or a date' };
  const status = statusCell === undefined ? defaultStatus : findStatus(statusCell);
  if (!status)
    return { reason: `status: “${statusCell}” must be one of ${[...statusAliases.keys()].join(', ')}` };
  return { status: flags.includes(true) && status === 'subscribed' ? 'unsubscribed' : status };
}

const trueWords = ['true', 'yes', 'y', '1', 'x'];
const falseWords = ['false', 'no', 'n', '0'];

/** Reads a date as yes, because the date is the time of the opt-out. */
function parseFlag(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (falseWords.includes(word)) return false;
  return trueWords.includes(word) || /^\d{4}-\d\d-\d\d/.test(cell) ? true : undefined;
}

/** Includes the terms of other services. An import cannot express a missing opt-in, so `pending` is refused. */
const statusAliases = new Map<Status, string>([
  ['subscribed', 'subscribed subscriber active confirmed optedin'],
  ['unsubscribed', 'unsubscribed optedout optout unsubscribe'],
  ['bounced', 'bounced bounce hardbounce hardbounced cleaned undeliverable'],
  ['complained', 'complained complaint spam spamcomplaint spamcomplained markedasspam reportedspam'],
]);

function findStatus(cell: string): Status | undefined {
  const word = cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...statusAliases].find(([, words]) => words.split(' ').includes(word))?.[0];
}

const datePattern = /^\d{4}-\d\d-\d\d$/;
const localTimePattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** Reads a time without a zone as UTC, because the last activity does not need hour precision. */
const parseTime = (cell: string): string =>
  datePattern.test(cell) ? `${cell}T00:00:00Z` : cell.replace(localTimePattern, '$1T$2Z');
