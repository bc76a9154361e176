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
  /** Where in a cell it is; `quote-closed` is behind a quote that ends it, unless another one follows. */
  #state: 'start' | 'unquoted' | 'quoted' | 'quote-closed' = 'start';
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #wasCarriageReturn = false;

  constructor(private readonly delimiter: string) {}

  /** The rows that end in this piece. */
  push(text: string): CsvRow[] {
    for (const character of text) {
      const isSecondOfCrLf = this.#wasCarriageReturn && character === '\n';
      this.#wasCarriageReturn = character === '\r';
      if (!isSecondOfCrLf) this.#consume(this.#wasCarriageReturn ? '\n' : character);
    }
    if (this.#cell.length > cellLengthMax) throw this.#unclosedQuoteError();
    return this.#takeRows();
  }

  /** The last row, where no line break ends it. */
  end(): CsvRow[] {
    if (this.#state === 'quoted') throw this.#unclosedQuoteError();
    if (this.#cells.length > 0 || this.#state !== 'start') this.#endRow();
    return this.#takeRows();
  }

  #consume(character: string): void {
    if (this.#state === 'quoted') this.#consumeQuoted(character);
    else if (character === '\n') this.#endRow();
    else if (character === this.delimiter) this.#endCell();
    else if (character === '"' && this.#state === 'quote-closed') {
      this.#cell += '"';
      this.#state = 'quoted';
    } else if (character === '"' && this.#state === 'start') {
      this.#quoteLine = this.#line;
      this.#state = 'quoted';
    } else {
      this.#cell += character;
      this.#state = 'unquoted';
    }
  }

  #consumeQuoted(character: string): void {
    if (character === '"') {
      this.#state = 'quote-closed';
      return;
    }
    if (character === '\n') this.#line += 1;
    this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell.trim() !== ''))
      this.#rows.push({ line: this.#rowLine, cells: this.#cells });
    this.#cells = [];
    this.#line += 1;
    this.#rowLine = this.#line;
  }

  #takeRows(): CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #unclosedQuoteError(): CsvError {
    return new CsvError(`The quote that opens on line ${this.#quoteLine} is never closed`);
  }
}
