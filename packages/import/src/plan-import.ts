import { chunksOf } from '../../../shared/core/chunks';
import type { NewContact } from '../../sdk/src';
import { normalizeAddress } from './normalize-address';
import type { CsvRow } from './parse-rows';
import { readRow, type OptOut, type RowSettings } from './read-row';
import { formatCsv, refusedRowsHeader, type CsvTable } from './read-table';
import type { ImportStatus, OptOutStatus } from './statuses';

export interface AcceptedRow extends CsvRow {
  contact: NewContact;
}

export interface RefusedRow extends CsvRow {
  reason: string;
}

export interface LocatedOptOut extends OptOut {
  line: number;
}

export interface ImportPlan {
  rows: number;
  /** The number of distinct addresses. */
  people: number;
  /** The number of accepted rows by status. A row without a status counts as `subscribed`. */
  statuses: Readonly<Record<ImportStatus, number>>;
  /** The rows of each request. The contacts who opted out come first. */
  parts: readonly (readonly AcceptedRow[])[];
  refused: readonly RefusedRow[];
  /** All opt-outs of the file. */
  optOuts: readonly LocatedOptOut[];
  /** The opt-outs in refused rows, which only suppress the address. */
  refusedOptOuts: readonly LocatedOptOut[];
  /** The first distinct values of each column. */
  examples: readonly (readonly string[])[];
}

/** Reads and validates every row of the table. */
export async function planImport(table: CsvTable, settings: RowSettings): Promise<ImportPlan> {
  const plan = new PlanBuilder(table.header.length);
  for await (const rows of table.rows()) for (const row of rows) plan.add(row, settings);
  return plan.build();
}

/** The refused rows as CSV, for the user to correct and import again. */
export const formatRefusedRows = (header: readonly string[], refused: readonly RefusedRow[]): string =>
  formatCsv([
    [...refusedRowsHeader, ...header],
    ...refused.map(({ line, reason, cells }) => [String(line), reason, ...cells]),
  ]);

class PlanBuilder {
  #rows = 0;
  /** The accepted rows by address. Each address is at the position of its first row. */
  readonly #accepted = new Map<string, AcceptedRow[]>();
  readonly #refused: RefusedRow[] = [];
  readonly #optOuts: LocatedOptOut[] = [];
  readonly #refusedOptOuts: LocatedOptOut[] = [];
  readonly #statuses = { subscribed: 0, unsubscribed: 0, bounced: 0, complained: 0 };
  readonly #examples: string[][];

  constructor(columnCount: number) {
    this.#examples = Array.from({ length: columnCount }, () => []);
  }

  add(row: CsvRow, settings: RowSettings): void {
    this.#rows += 1;
    const result = readRow(settings, row.cells);
    if ('contact' in result) return this.#accept(row, result.contact);
    const { reason, optOut } = result;
    this.#refused.push({ ...row, reason });
    if (!optOut) return;
    this.#refusedOptOuts.push({ line: row.line, ...optOut });
    this.#optOuts.push({ line: row.line, ...optOut });
  }

  #accept({ line, cells }: CsvRow, contact: NewContact): void {
    collectExamples(this.#examples, cells);
    const { email, status = 'subscribed' } = contact;
    this.#statuses[status] += 1;
    if (isOptOutStatus(status)) this.#optOuts.push({ line, email, status });
    const address = normalizeAddress(email);
    const earlier = this.#accepted.get(address);
    if (earlier) earlier.push({ line, cells, contact: toRepeatedRow(contact) });
    else this.#accepted.set(address, [{ line, cells, contact }]);
  }

  build(): ImportPlan {
    const addresses = [...this.#accepted.values()];
    const hasOptedOut = (rows: readonly AcceptedRow[]): boolean =>
      rows.some(({ contact: { status = 'subscribed' } }) => isOptOutStatus(status));
    return {
      rows: this.#rows,
      people: this.#accepted.size,
      statuses: this.#statuses,
      parts: splitIntoParts([
        ...addresses.filter(hasOptedOut),
        ...addresses.filter((rows) => !hasOptedOut(rows)),
      ]),
      refused: this.#refused,
      optOuts: this.#optOuts,
      refusedOptOuts: this.#refusedOptOuts,
      examples: this.#examples,
    };
  }
}

const isOptOutStatus = (status: ImportStatus): status is OptOutStatus => status !== 'subscribed';

/** Keeps only the status, because the API ignores the other fields of a repeated address. */
const toRepeatedRow = ({ email, status }: NewContact): NewContact => ({ email, ...(status && { status }) });

const examplesMax = 3;
const exampleLengthMax = 30;

function collectExamples(examples: readonly string[][], cells: readonly string[]): void {
  for (const [index, collected] of examples.entries()) {
    if (collected.length >= examplesMax) continue;
    const value = (cells[index] ?? '').trim().slice(0, exampleLengthMax);
    if (value !== '' && !collected.includes(value)) collected.push(value);
  }
}

const rowsMax = 1_000;
const megabyte = 1_048_576;
/** Below the 5 MB that the API accepts. */
const bytesMax = 4 * megabyte;

/** Splits the rows into requests. Rows with the same address stay together, so that the API recognizes repeats. */
export function splitIntoParts(addresses: readonly (readonly AcceptedRow[])[]): AcceptedRow[][] {
  const parts: AcceptedRow[][] = [];
  let bytes = 0;
  for (const rows of addresses.flatMap((one) => chunksOf(one, rowsMax))) {
    const [part, rowsBytes] = [parts.at(-1), countBytes(rows)];
    if (part && part.length + rows.length <= rowsMax && bytes + rowsBytes <= bytesMax) {
      part.push(...rows);
      bytes += rowsBytes;
    } else {
      parts.push([...rows]);
      bytes = rowsBytes;
    }
  }
  return parts;
}

const countBytes = (rows: readonly AcceptedRow[]): number =>
  new TextEncoder().encode(JSON.stringify(rows.map(({ contact }) => contact))).length;
