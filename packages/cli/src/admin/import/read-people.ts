import { readContactRow } from '../../../../../functions/api/contacts/read-contact-row';
import type { ImportStatus } from '../../../../../shared/domain/audience/imports/import-row';
import type { Column } from './columns';
import { validateRow, type NewContact } from './validate-row';
import type { Csv, CsvRow } from './read-csv';
import { readRow } from './read-row';

/** A row that the API accepts. */
export interface AcceptedRow {
  line: number;
  contact: NewContact;
}

export interface RefusedRow {
  line: number;
  reason: string;
  cells: readonly string[];
}

export interface People {
  rows: number;
  /** The accepted rows by address. Each address is at the position of its first row. */
  accepted: ReadonlyMap<string, readonly AcceptedRow[]>;
  refused: readonly RefusedRow[];
  /** The number of accepted rows by status. A row without a status is counted as `subscribed`. */
  statuses: Readonly<Record<ImportStatus, number>>;
  /** The first distinct values of each column. */
  examples: readonly (readonly string[])[];
}

/** Reads and validates every row. */
export async function readPeople(
  { header, rows }: Csv,
  columns: readonly Column[],
  defaultStatus?: ImportStatus,
): Promise<People> {
  const accepted = new Map<string, AcceptedRow[]>();
  const refused: RefusedRow[] = [];
  const statuses = { subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0 };
  const examples: string[][] = header.map(() => []);
  let count = 0;
  for await (const { line, cells } of rows) {
    count += 1;
    const checked = checkCellCount(header, cells) ?? validateRow(readRow(columns, cells, defaultStatus));
    if ('reason' in checked) {
      refused.push({ line, reason: checked.reason, cells });
      continue;
    }
    collectExamples(examples, cells);
    const { email, status } = readContactRow(checked.contact);
    statuses[status] += 1;
    const earlier = accepted.get(email);
    if (earlier) earlier.push({ line, contact: toRepeatedRow(checked.contact) });
    else accepted.set(email, [{ line, contact: checked.contact }]);
  }
  return { rows: count, accepted, refused, statuses, examples };
}

const examplesMax = 3;
const exampleLengthMax = 30;

function collectExamples(examples: readonly string[][], cells: readonly string[]): void {
  for (const [index, collected] of examples.entries()) {
    const value = (cells[index] ?? '').trim().slice(0, exampleLengthMax);
    if (value !== '' && collected.length < examplesMax && !collected.includes(value)) collected.push(value);
  }
}

/** Refuses a row with too few or too many cells, because its cells cannot be assigned to columns. */
function checkCellCount(header: readonly string[], cells: CsvRow['cells']): { reason: string } | undefined {
  const used = Math.max(header.length, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (cells.length >= header.length && used === header.length) return undefined;
  const cellCount = cells.length < header.length ? cells.length : used;
  return { reason: `has ${cellCount} cells, but the header has ${header.length}` };
}

/** Keeps only the status, because the API ignores the other fields of a repeated address. */
const toRepeatedRow = ({ email, status }: NewContact): NewContact => ({ email, ...(status && { status }) });
