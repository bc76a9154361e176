import type { NewContact } from '@carrier-nest/sdk';
import type { Column } from './columns';
import type { CsvRow } from './csv';
import { readRow } from './read-row';
import { rowsOf, type Table } from './table';

/** A row of the file that can be sent. */
export interface Row extends CsvRow {
  contact: NewContact;
  /** Its address stood in an earlier part: of it, the status alone counts. */
  isRepeat: boolean;
}

export interface Refused extends CsvRow {
  reason: string;
}

/** What is sent in one request. */
export interface Part {
  rows: readonly Row[];
  refused: readonly Refused[];
  /** Repeats of an earlier part that say nothing more. */
  repeats: number;
  /** Rows of the file up to its end. */
  upTo: number;
}

export interface Plan {
  table: Table;
  columns: readonly Column[];
  /** Of whoever has none in the file. */
  status: NonNullable<NewContact['status']>;
}

/** As `npm run admin -- import` has it. The API takes 5,000 rows, and 5 MB: so many letters are less in any script. */
const rowsMax = 1_000;
const lettersMax = 1_200_000;

/** The file, part by part: a part is read when it is asked for. `seen` has the addresses of the parts before. */
export async function* partsOf(plan: Plan, seen: Set<string>): AsyncGenerator<Part> {
  let part = new Growing();
  let upTo = 0;
  for await (const rows of rowsOf(plan.table)) {
    for (const row of rows) {
      upTo += 1;
      part.add(row, plan, seen);
      if (!part.isFull) continue;
      yield part.grown(upTo, seen);
      part = new Growing();
    }
  }
  yield part.grown(upTo, seen);
}

export const addressIn = ({ email }: NewContact): string => email.trim().toLowerCase();

class Growing {
  readonly #rows: Row[] = [];
  readonly #refused: Refused[] = [];
  #repeats = 0;
  #letters = 0;

  get isFull(): boolean {
    return this.#rows.length >= rowsMax || this.#letters >= lettersMax;
  }

  add(row: CsvRow, { columns, status }: Plan, seen: ReadonlySet<string>): void {
    const read = readRow(columns, row.cells, status);
    if ('reason' in read) return void this.#refused.push({ ...row, reason: read.reason });
    const isRepeat = seen.has(addressIn(read.contact));
    const { email, status: wish } = read.contact;
    if (isRepeat && wish === undefined) {
      this.#repeats += 1;
      return;
    }
    const contact = isRepeat ? { email, ...(wish && { status: wish }) } : read.contact;
    this.#rows.push({ ...row, contact, isRepeat });
    this.#letters += JSON.stringify(contact).length;
  }

  grown(upTo: number, seen: Set<string>): Part {
    for (const { contact } of this.#rows) seen.add(addressIn(contact));
    return { rows: this.#rows, refused: this.#refused, repeats: this.#repeats, upTo };
  }
}
