import { parsePropertyValue } from '../../../shared/db/records/parse-property-value';
import type { NewContact, PropertyType } from '../../sdk/src';
import { attributeKey, type Column } from './columns';
import type { Field } from './fields';
import { importStatuses, readFlag, readStatus, type ImportStatus, type OptOutStatus } from './statuses';

export interface RowSettings {
  columns: readonly Column[];
  /** The status of rows that have no status. */
  defaultStatus?: ImportStatus | undefined;
  /** The types of the workspace's properties, by key. */
  types?: ReadonlyMap<string, PropertyType>;
  /** True to store a value that does not fit the type of its property as text. */
  keepsText?: boolean | undefined;
  /** Returns the reason why the API would refuse the contact. */
  findProblem?: (contact: NewContact) => string | undefined;
}

/** A contact for the API, or the reason why the row cannot be imported, with the opt-out that the row still contains. */
export type RowResult = { contact: NewContact } | { reason: string; optOut?: OptOut };

/** An address that must get no more email, or no more marketing email. */
export interface OptOut {
  email: string;
  status: OptOutStatus;
}

/** Reads a row, without empty cells. */
export function readRow(settings: RowSettings, cells: readonly string[]): RowResult {
  const { columns, defaultStatus, findProblem } = settings;
  const values = (field: Field): string[] => columnValues(columns, cells, field);
  const [email = ''] = values('email');
  const { status, problem } = readSubscription(values, defaultStatus);
  const contact = { ...readContact(columns, cells, values), ...(status && { status }) };
  const reason =
    findCellCountProblem(columns, cells) ??
    findAddressProblem(email) ??
    problem ??
    findValueProblem(settings, contact) ??
    findProblem?.(contact);
  if (reason === undefined) return { contact };
  const isOptOut = status !== undefined && status !== 'subscribed' && isAddress(email);
  return { reason, ...(isOptOut && { optOut: { email, status } }) };
}

const columnValues = (columns: readonly Column[], cells: readonly string[], field: Field): string[] =>
  columns
    .filter(({ target }) => target === field)
    .map(({ index }) => (cells[index] ?? '').trim())
    .filter((cell) => cell !== '');

/** Refuses a row with too few or too many cells, because the columns of its cells are ambiguous. */
function findCellCountProblem(columns: readonly Column[], cells: readonly string[]): string | undefined {
  const usedCells = Math.max(columns.length, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (cells.length >= columns.length && usedCells === columns.length) return undefined;
  const cellCount = cells.length < columns.length ? cells.length : usedCells;
  return `has ${cellCount} cells, but the header has ${columns.length}`;
}

export const isAddress = (email: string): boolean => /^[^\s@]+@[^\s@]+$/.test(email);

/** Refuses obvious mistakes without a request. The API validates the other addresses. */
function findAddressProblem(email: string): string | undefined {
  if (email === '') return '`email` is required';
  return isAddress(email) ? undefined : 'email: not an email address';
}

function readContact(
  columns: readonly Column[],
  cells: readonly string[],
  values: (field: Field) => string[],
): NewContact {
  const [email = ''] = values('email');
  const [firstName] = values('first_name');
  const [lastName] = values('last_name');
  const [lastActive] = values('last_active_at');
  const tags = values('tags').flatMap(splitTags);
  const attributes = readAttributes(columns, cells);
  return {
    email,
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
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
    .filter(Boolean);

function readAttributes(columns: readonly Column[], cells: readonly string[]): Record<string, string> {
  const entries = columns.flatMap(({ target, index }) => {
    const [key, value] = [attributeKey(target), (cells[index] ?? '').trim()];
    return key === undefined || value === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The API would store a value that does not fit its property as text, where no segment finds it. */
function findValueProblem(
  { types = new Map(), keepsText = false }: RowSettings,
  { attributes = {} }: NewContact,
): string | undefined {
  if (keepsText) return undefined;
  const unfit = Object.entries(attributes).find(
    ([key, value]) => parsePropertyValue(String(value), types.get(key) ?? 'string') === undefined,
  );
  if (!unfit) return undefined;
  const [key, value] = unfit;
  const expected = types.get(key) === 'number' ? 'a number such as 1234.5' : 'true or false';
  return `attributes.${key}: "${value}" must be ${expected}`;
}

/**
 * Merges the columns into the strictest status, so that no opt-out is lost. A problem with one column does not hide the
 * opt-out in another.
 */
export function readSubscription(
  values: (field: Field) => string[],
  defaultStatus: ImportStatus | undefined,
): { status?: ImportStatus | undefined; problem?: string | undefined } {
  const flags = optOutFlags.map((field) => ({ field, cells: values(field).map(readers[field]) }));
  const [statusCell] = values('status');
  const status = statusCell === undefined ? defaultStatus : readStatus(statusCell);
  const flagged = flags.find(({ cells }) => cells.includes(true))?.field;
  const unreadable = flags.find(({ cells }) => cells.includes(undefined))?.field;
  return {
    status: severity(flagged) > severity(status) ? flagged : status,
    problem:
      statusCell !== undefined && !status
        ? `status: must be one of ${importStatuses.join(', ')}`
        : unreadable && `${unreadable}: must be yes, no or a date`,
  };
}

/** The columns of opt-outs, each named after its status, the strictest first. */
const optOutFlags = ['complained', 'bounced', 'unsubscribed'] as const;

/** HubSpot exports the reason of a bounce. A number could count temporary bounces. */
const readReason = (cell: string): boolean | undefined =>
  readFlag(cell) ?? (/^[\d.,]+$/.test(cell) ? undefined : true);

const readers = { complained: readReason, bounced: readReason, unsubscribed: readFlag };

const severity = (status: ImportStatus | undefined): number => (status ? importStatuses.indexOf(status) : 0);

const day = /^\d{4}-\d\d-\d\d$/;
const withoutZone = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** Reads a time without a zone as UTC, because the last activity does not need hour precision. */
const readTime = (cell: string): string =>
  day.test(cell) ? `${cell}T00:00:00Z` : cell.replace(withoutZone, '$1T$2Z');
