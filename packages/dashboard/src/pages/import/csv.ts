export interface CsvRow {
  /** The line on which the row starts, counted from 1. */
  line: number;
  cells: readonly string[];
}

export class CsvError extends Error {}

/** A longer cell means that a closing quote is missing. */
const cellLengthMax = 1_000_000;

/**
 * Parses CSV in chunks according to RFC 4180, with any kind of line break. A misplaced quote is kept as text. Rows
 * without values are skipped.
 */
export class CsvReader {
  #rows: CsvRow[] = [];
  #cells: string[] = [];
  #cell = '';
  /** The position in a cell. `quote-closed` follows a quote that ends the cell unless another quote comes next. */
  #state: 'start' | 'unquoted' | 'quoted' | 'quote-closed' = 'start';
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #wasCarriageReturn = false;

  constructor(private readonly delimiter: string) {}

  /** Returns the rows that end in this chunk. */
  push(text: string): CsvRow[] {
    for (const character of text) {
      const isSecondOfCrLf = this.#wasCarriageReturn && character === '\n';
      this.#wasCarriageReturn = character === '\r';
      if (!isSecondOfCrLf) this.#consume(this.#wasCarriageReturn ? '\n' : character);
    }
    if (this.#cell.length > cellLengthMax) throw this.#unclosedQuoteError();
    return this.#takeRows();
  }

  /** Returns the last row if no line break ends it. */
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
