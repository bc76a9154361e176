import type { NewContact } from '@carrier-nest/sdk';
import type { Column, Field } from './columns';

type Status = NonNullable<NewContact['status']>;

/** The row in the API's words, or why nobody can be made of it. Empty cells say nothing. */
export function readRow(
  columns: readonly Column[],
  cells: readonly string[],
  otherwise: Status,
): { contact: NewContact } | { reason: string } {
  const reason = wrongCells(columns, cells);
  if (reason) return { reason };
  const values = (field: Field): string[] => valuesOf(columns, cells, field);
  const [email = ''] = values('email');
  const problem = wrongAddress(email);
  if (problem) return { reason: problem };
  const wish = wishOf(values('status')[0], values('unsubscribed'), otherwise);
  if ('reason' in wish) return wish;
  const [firstName] = values('first_name');
  const [lastName] = values('last_name');
  const [lastActive] = values('last_active_at');
  const tags = values('tags').flatMap(tagsInCell);
  const attributes = attributesOf(columns, cells);
  const contact = {
    email,
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(wish.status !== 'subscribed' && wish),
    ...(lastActive && { last_active_at: timeIn(lastActive) }),
  };
  return { contact };
}

/** In a row with too few cells or too many, nobody knows which belongs where. */
function wrongCells(columns: readonly Column[], cells: readonly string[]): string | undefined {
  const used = Math.max(columns.length, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (cells.length >= columns.length && used === columns.length) return undefined;
  const has = cells.length < columns.length ? cells.length : used;
  return `has ${has} cells, and the header ${columns.length}`;
}

/** What is no address at all need not be sent to be refused. The API judges the others. */
function wrongAddress(email: string): string | undefined {
  if (email === '') return 'email: is required';
  return /\s/.test(email) || !email.includes('@') ? 'email: not an email address' : undefined;
}

const valuesOf = (columns: readonly Column[], cells: readonly string[], field: Field): string[] =>
  columns
    .flatMap(({ becomes }, index) => (becomes === field ? [(cells[index] ?? '').trim()] : []))
    .filter((cell) => cell !== '');

/** `"VIP", beta` as well: some services quote each tag inside the cell. */
const tagsInCell = (cell: string): string[] =>
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
  const entries = columns.flatMap(({ becomes }, index) => {
    const value = (cells[index] ?? '').trim();
    if (!becomes.startsWith(attributePrefix) || value === '') return [];
    return [[becomes.slice(attributePrefix.length), value] as const];
  });
  return Object.fromEntries(entries);
}

/** What the row says of mail. An opt-out in one column outweighs `subscribed` in another: the API would not see it. */
function wishOf(
  statusCell: string | undefined,
  flagCells: readonly string[],
  otherwise: Status,
): { status: Status } | { reason: string } {
  const flags = flagCells.map(flagIn);
  if (flags.includes(undefined)) return { reason: 'unsubscribed: is neither yes nor no' };
  const status = statusCell === undefined ? otherwise : statusIn(statusCell);
  if (!status) return { reason: `status: “${statusCell}” is none of ${[...statuses.keys()].join(', ')}` };
  return { status: flags.includes(true) && status === 'subscribed' ? 'unsubscribed' : status };
}

const yes = ['true', 'yes', 'y', '1', 'x'];
const no = ['false', 'no', 'n', '0'];

/** A time is that of their opt-out. */
function flagIn(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (no.includes(word)) return false;
  return yes.includes(word) || /^\d{4}-\d\d-\d\d/.test(cell) ? true : undefined;
}

/** In the words of other services too. Whoever has not agreed yet, such as `pending`, is nothing that an import can be told. */
const statuses = new Map<Status, string>([
  ['subscribed', 'subscribed subscriber active confirmed optedin'],
  ['unsubscribed', 'unsubscribed optedout optout unsubscribe'],
  ['bounced', 'bounced bounce hardbounce hardbounced cleaned undeliverable'],
  ['complained', 'complained complaint spam spamcomplaint spamcomplained markedasspam reportedspam'],
]);

function statusIn(cell: string): Status | undefined {
  const word = cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...statuses].find(([, words]) => words.split(' ').includes(word))?.[0];
}

const day = /^\d{4}-\d\d-\d\d$/;
const withoutZone = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** A time without a zone is taken for one in UTC: it says when somebody was last seen, give or take hours. */
const timeIn = (cell: string): string =>
  day.test(cell) ? `${cell}T00:00:00Z` : cell.replace(withoutZone, '$1T$2Z');
