export interface CsvRow {
  /** That on which the row begins; the first of the file is 1. */
  line: number;
  cells: readonly string[];
}

export class CsvError extends Error {}

/** What is longer is a quote that somebody forgot to close. */
const cellLengthMax = 1_000_000;

/**
 * Reads a table piece by piece, as RFC 4180 has it, with line breaks of any kind. A quote that stands where none
 * should is taken as it is. Rows without any value are left out.
 */
export class CsvReader {
  #rows: CsvRow[] = [];
  #cells: string[] = [];
  #cell = '';
  /** Where in a cell it is; `closed` is behind a quote that ends it, unless another one follows. */
  #at: 'start' | 'bare' | 'quoted' | 'closed' = 'start';
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #wasReturn = false;

  constructor(private readonly delimiter: string) {}

  /** The rows that end in this piece. */
  push(text: string): CsvRow[] {
    for (const character of text) {
      const isRest = this.#wasReturn && character === '\n';
      this.#wasReturn = character === '\r';
      if (!isRest) this.#take(this.#wasReturn ? '\n' : character);
    }
    if (this.#cell.length > cellLengthMax) throw this.#unclosed();
    return this.#taken();
  }

  /** The last row, where no line break ends it. */
  end(): CsvRow[] {
    if (this.#at === 'quoted') throw this.#unclosed();
    if (this.#cells.length > 0 || this.#at !== 'start') this.#endRow();
    return this.#taken();
  }

  #take(character: string): void {
    if (this.#at === 'quoted') return this.#takeQuoted(character);
    if (character === '\n') return this.#endRow();
    if (character === this.delimiter) return this.#endCell();
    if (character === '"' && this.#at === 'closed') {
      this.#cell += '"';
      this.#at = 'quoted';
    } else if (character === '"' && this.#at === 'start') {
      this.#quoteLine = this.#line;
      this.#at = 'quoted';
    } else {
      this.#cell += character;
      this.#at = 'bare';
    }
  }

  #takeQuoted(character: string): void {
    if (character === '"') {
      this.#at = 'closed';
      return;
    }
    if (character === '\n') this.#line += 1;
    this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#at = 'start';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell.trim() !== ''))
      this.#rows.push({ line: this.#rowLine, cells: this.#cells });
    this.#cells = [];
    this.#line += 1;
    this.#rowLine = this.#line;
  }

  #taken(): CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #unclosed(): CsvError {
    return new CsvError(`The quote that opens on line ${this.#quoteLine} is never closed`);
  }
}
