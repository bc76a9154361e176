import type { NewContact } from '@carrier-nest/sdk';
import type { Column } from './columns';
import type { CsvRow } from './csv';
import { parseRow } from './parse-row';
import { readRows, type CsvTable } from './csv-table';

/** A valid row of the file. */
export interface ImportRow extends CsvRow {
  contact: NewContact;
  /** True if an earlier batch has the same address, so that only the status of this row is imported. */
  isRepeated: boolean;
}

export interface RefusedRow extends CsvRow {
  reason: string;
}

/** The rows of one request. */
export interface Batch {
  rows: readonly ImportRow[];
  refused: readonly RefusedRow[];
  /** The number of rows without a status that repeat an address of an earlier batch. */
  repeatCount: number;
  /** The number of rows of the file up to the end of this batch. */
  rowsRead: number;
}

export interface ImportPlan {
  table: CsvTable;
  columns: readonly Column[];
  /** The status of rows that have no status. */
  status: NonNullable<NewContact['status']>;
}

/**
 * The same row limit as in `npm run admin -- import`. Even with multibyte characters, a batch stays below the API's
 * limits of 5,000 rows and 5 MB.
 */
const rowsMax = 1_000;
const charactersMax = 1_200_000;

/** Reads the file lazily, one batch at a time. `seenAddresses` contains the addresses of earlier batches. */
export async function* readBatches(plan: ImportPlan, seenAddresses: Set<string>): AsyncGenerator<Batch> {
  let batch = new BatchBuilder();
  let rowsRead = 0;
  for await (const rows of readRows(plan.table)) {
    for (const row of rows) {
      rowsRead += 1;
      batch.add(row, plan, seenAddresses);
      if (!batch.isFull) continue;
      yield batch.build(rowsRead, seenAddresses);
      batch = new BatchBuilder();
    }
  }
  yield batch.build(rowsRead, seenAddresses);
}

export const normalizeAddress = ({ email }: NewContact): string => email.trim().toLowerCase();

class BatchBuilder {
  readonly #rows: ImportRow[] = [];
  readonly #refused: RefusedRow[] = [];
  #repeatCount = 0;
  #characters = 0;

  get isFull(): boolean {
    return this.#rows.length >= rowsMax || this.#characters >= charactersMax;
  }

  add(row: CsvRow, { columns, status }: ImportPlan, seenAddresses: ReadonlySet<string>): void {
    const parsed = parseRow(columns, row.cells, status);
    if ('reason' in parsed) return void this.#refused.push({ ...row, reason: parsed.reason });
    const isRepeated = seenAddresses.has(normalizeAddress(parsed.contact));
    const { email, status: contactStatus } = parsed.contact;
    if (isRepeated && contactStatus === undefined) {
      this.#repeatCount += 1;
      return;
    }
    const contact = isRepeated ? { email, ...(contactStatus && { status: contactStatus }) } : parsed.contact;
    this.#rows.push({ ...row, contact, isRepeated });
    this.#characters += JSON.stringify(contact).length;
  }

  build(rowsRead: number, seenAddresses: Set<string>): Batch {
    for (const { contact } of this.#rows) seenAddresses.add(normalizeAddress(contact));
    return { rows: this.#rows, refused: this.#refused, repeatCount: this.#repeatCount, rowsRead };
  }
}
