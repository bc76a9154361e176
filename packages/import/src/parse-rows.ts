import Papa from 'papaparse';
import { CsvError } from './csv-error';

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: readonly string[];
}

export interface CsvFormat {
  delimiter: string;
  /** The number of lines before the header, which only tell spreadsheets the delimiter. */
  skippedLines: number;
}

/** A longer row means that a closing quote is missing. */
const rowLengthMax = 1_000_000;

/** Parses the text in chunks, and yields the rows of each chunk. Skips rows without any value. */
export async function* parseRows(
  chunks: AsyncIterable<string>,
  { delimiter, skippedLines }: CsvFormat,
): AsyncGenerator<CsvRow[]> {
  const parser = createParser(delimiter);
  const hasValues = ({ line: rowLine, cells }: CsvRow): boolean =>
    rowLine > skippedLines && cells.some((cell) => cell.trim() !== '');
  let [text, line] = ['', 1];
  for await (const chunk of chunks) {
    text += chunk;
    const { rows, length, lines } = parseChunk(parser, text, { line, isLast: false });
    yield rows.filter(hasValues);
    text = text.slice(length);
    line += lines;
    if (text.length > rowLengthMax) throw rowLengthError(text, line);
  }
  const { rows } = parseChunk(parser, text, { line, isLast: true });
  yield rows.filter(hasValues);
}

const createParser = (delimiter: string): Papa.Parser =>
  new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"', escapeChar: '"' });

/** Adds the type of the result, which the types of the library omit. */
const parseText = (parser: Papa.Parser, text: string, { ignoreLastRow }: { ignoreLastRow: boolean }) =>
  parser.parse(text, 0, ignoreLastRow) as Papa.ParseResult<string[]>;

/** Parses the complete rows at the beginning of the text, or all rows if the text is the last part of the file. */
function parseChunk(parser: Papa.Parser, text: string, { line, isLast }: { line: number; isLast: boolean }) {
  const { data, errors, meta } = parseText(parser, text, { ignoreLastRow: !isLast });
  const rows: CsvRow[] = [];
  const multilineRows = new Set<number>();
  let lines = 0;
  for (const [index, cells] of data.entries()) {
    rows.push({ line: line + lines, cells });
    const lineBreaks = cells.reduce((sum, cell) => sum + countLineBreaks(cell), 0);
    if (lineBreaks > 0) multilineRows.add(index);
    lines += lineBreaks + 1;
  }
  const unreadable = errors.find((error) => isUnreadable(error, multilineRows));
  if (unreadable) throw quoteError(unreadable, line + countLineBreaks(text.slice(0, unreadable.index)));
  return { rows, length: meta.cursor, lines };
}

function countLineBreaks(cell: string): number {
  let count = 0;
  for (let index = cell.indexOf('\n'); index !== -1; index = cell.indexOf('\n', index + 1)) count += 1;
  return count;
}

/**
 * Accepts a quote inside a quoted cell, such as `"Joe "JJ" Doe"`. Refuses the quote if the row has line breaks, because
 * the parser may then have read several rows as one cell.
 */
const isUnreadable = ({ code, row = 0 }: Papa.ParseError, multilineRows: ReadonlySet<number>): boolean =>
  code === 'MissingQuotes' || (code === 'InvalidQuotes' && multilineRows.has(row));

const quoteError = ({ code }: Papa.ParseError, line: number): CsvError =>
  new CsvError(
    code === 'MissingQuotes'
      ? unclosedQuoteMessage(line)
      : `The cell on line ${line} has a quote in its text. Write such a quote twice`,
  );

function rowLengthError(text: string, line: number): CsvError {
  const rest = `has more than ${rowLengthMax.toLocaleString('en-US')} characters`;
  return new CsvError(
    text.includes('"')
      ? `The row on line ${line} ${rest}: ${unclosedQuoteMessage(line + countLineBreaks(text.slice(0, text.indexOf('"'))))}`
      : `The row on line ${line} ${rest}. Save the file with a line break after each row`,
  );
}

const unclosedQuoteMessage = (line: number): string =>
  `The cell that begins with a quote on line ${line} has no closing quote. Add the quote`;

/** Returns the cells of the first row, which the text may contain only in part. */
export const parseFirstRow = (text: string, delimiter: string): string[] => {
  const { data } = parseText(createParser(delimiter), text, { ignoreLastRow: false });
  return data.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [];
};
