import type { NewContact } from '@carrier-nest/sdk';
import type { Column, ContactField } from './columns';

type Status = NonNullable<NewContact['status']>;

/** The row in the API's words, or why nobody can be made of it. Empty cells say nothing. */
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

/** In a row with too few cells or too many, nobody knows which belongs where. */
function findCellCountProblem(columns: readonly Column[], cells: readonly string[]): string | undefined {
  const usedCells = Math.max(columns.length, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (cells.length >= columns.length && usedCells === columns.length) return undefined;
  const cellCount = cells.length < columns.length ? cells.length : usedCells;
  return `has ${cellCount} cells, and the header ${columns.length}`;
}

/** What is no address at all need not be sent to be refused. The API judges the others. */
function findAddressProblem(email: string): string | undefined {
  if (email === '') return 'email: is required';
  return /\s/.test(email) || !email.includes('@') ? 'email: not an email address' : undefined;
}

const columnValues = (columns: readonly Column[], cells: readonly string[], field: ContactField): string[] =>
  columns
    .flatMap(({ target }, index) => (target === field ? [(cells[index] ?? '').trim()] : []))
    .filter((cell) => cell !== '');

/** `"VIP", beta` as well: some services quote each tag inside the cell. */
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
    const value = (cells[index] ?? '').trim();
    if (!target.startsWith(attributePrefix) || value === '') return [];
    return [[target.slice(attributePrefix.length), value] as const];
  });
  return Object.fromEntries(entries);
}

/** What the row says of mail. An opt-out in one column outweighs `subscribed` in another: the API would not see it. */
function parseStatus(
  statusCell: string | undefined,
  flagCells: readonly string[],
  defaultStatus: Status,
): { status: Status } | { reason: string } {
  const flags = flagCells.map(parseFlag);
  if (flags.includes(undefined)) return { reason: 'unsubscribed: is neither yes nor no' };
  const status = statusCell === undefined ? defaultStatus : findStatus(statusCell);
  if (!status)
    return { reason: `status: “${statusCell}” is none of ${[...statusAliases.keys()].join(', ')}` };
  return { status: flags.includes(true) && status === 'subscribed' ? 'unsubscribed' : status };
}

const trueWords = ['true', 'yes', 'y', '1', 'x'];
const falseWords = ['false', 'no', 'n', '0'];

/** A time is that of their opt-out. */
function parseFlag(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (falseWords.includes(word)) return false;
  return trueWords.includes(word) || /^\d{4}-\d\d-\d\d/.test(cell) ? true : undefined;
}

/** In the words of other services too. Whoever has not agreed yet, such as `pending`, is nothing that an import can be told. */
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

/** A time without a zone is taken for one in UTC: it says when somebody was last seen, give or take hours. */
const parseTime = (cell: string): string =>
  datePattern.test(cell) ? `${cell}T00:00:00Z` : cell.replace(localTimePattern, '$1T$2Z');
