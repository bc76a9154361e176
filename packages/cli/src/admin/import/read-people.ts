import { readContactRow } from '../../../../../functions/api/contacts/read-contact-row';
import type { ImportStatus } from '../../../../../shared/domain/audience/imports/row';
import type { Column } from './columns';
import { judgeRow, type NewContact } from './judge-row';
import type { Csv, CsvRow } from './read-csv';
import { readRow } from './read-row';

/** A row that the API takes. */
export interface Accepted {
  line: number;
  contact: NewContact;
}

export interface Refused {
  line: number;
  reason: string;
  cells: readonly string[];
}

export interface People {
  rows: number;
  /** All rows of an address, by address, in the order of their first ones. */
  accepted: ReadonlyMap<string, readonly Accepted[]>;
  refused: readonly Refused[];
  /** Accepted rows by status; those without one are `subscribed`. */
  statuses: Readonly<Record<ImportStatus, number>>;
  /** The first values of each column. */
  examples: readonly (readonly string[])[];
}

/** Reads and judges every row. */
export async function readPeople(
  { header, rows }: Csv,
  columns: readonly Column[],
  otherwise?: ImportStatus,
): Promise<People> {
  const accepted = new Map<string, Accepted[]>();
  const refused: Refused[] = [];
  const statuses = { subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0 };
  const examples: string[][] = header.map(() => []);
  let count = 0;
  for await (const { line, cells } of rows) {
    count += 1;
    const judged = judgeCells(header, cells) ?? judgeRow(readRow(columns, cells, otherwise));
    if ('reason' in judged) {
      refused.push({ line, reason: judged.reason, cells });
      continue;
    }
    noteExamples(examples, cells);
    const { email, status } = readContactRow(judged.contact);
    statuses[status] += 1;
    const earlier = accepted.get(email);
    if (earlier) earlier.push({ line, contact: repeatOf(judged.contact) });
    else accepted.set(email, [{ line, contact: judged.contact }]);
  }
  return { rows: count, accepted, refused, statuses, examples };
}

const examplesMax = 3;
const exampleLengthMax = 30;

function noteExamples(examples: readonly string[][], cells: readonly string[]): void {
  for (const [index, seen] of examples.entries()) {
    const value = (cells[index] ?? '').trim().slice(0, exampleLengthMax);
    if (value !== '' && seen.length < examplesMax && !seen.includes(value)) seen.push(value);
  }
}

/** In a row with too few cells or too many, nobody knows which belongs where. */
function judgeCells(header: readonly string[], cells: CsvRow['cells']): { reason: string } | undefined {
  const used = Math.max(header.length, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  if (cells.length >= header.length && used === header.length) return undefined;
  const has = cells.length < header.length ? cells.length : used;
  return { reason: `has ${has} cells, and the header ${header.length}` };
}

/** Of an address that stands there again, the API takes the status alone. */
const repeatOf = ({ email, status }: NewContact): NewContact => ({ email, ...(status && { status }) });
