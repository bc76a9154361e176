import { CsvError } from './csv-error';
import { decodeText } from './decode-text';
import { fieldOfHeader } from './fields';
import { parseFirstRow, parseRows, type CsvFormat, type CsvRow } from './parse-rows';

/** A file that can be read several times, so that its rows need not be kept in memory. */
export interface CsvSource {
  name: string;
  read: () => AsyncIterable<Uint8Array>;
  /** A label of the WHATWG Encoding Standard. Default: UTF-8, or the encoding of the byte order mark. */
  encoding?: string | undefined;
}

/** A CSV file with its header and first rows. */
export interface CsvTable {
  name: string;
  header: readonly string[];
  /** For a preview. */
  firstRows: readonly CsvRow[];
  rowCount: number;
  /** Reads the rows below the header in chunks. */
  rows: () => AsyncGenerator<CsvRow[]>;
}

const firstRowsMax = 5;

/** Reads the whole file once. Throws `CsvError` if the file is not a CSV file with a header and rows. */
export async function readTable(source: CsvSource): Promise<CsvTable> {
  const format = await detectFormat(source);
  let [header, firstRows, rowCount]: [string[] | undefined, CsvRow[], number] = [undefined, [], 0];
  for await (const chunk of parseRows(decodeText(source.read(), source.encoding), format)) {
    header ??= chunk[0] && readHeader(chunk[0].cells);
    if (firstRows.length <= firstRowsMax) firstRows = [...firstRows, ...chunk.slice(0, firstRowsMax + 1)];
    rowCount += chunk.length;
  }
  if (!header) throw new CsvError('The file is empty. The file must begin with a row of column names');
  return {
    name: source.name,
    header,
    firstRows: firstRows.slice(1, firstRowsMax + 1).map((row) => restoreRow(row, header)),
    rowCount: rowCount - 1,
    rows: () => readRows(source, format, header),
  };
}

async function* readRows(
  { read, encoding }: CsvSource,
  format: CsvFormat,
  header: readonly string[],
): AsyncGenerator<CsvRow[]> {
  let isHeader = true;
  for await (const chunk of parseRows(decodeText(read(), encoding), format)) {
    yield chunk.slice(isHeader ? 1 : 0).map((row) => restoreRow(row, header));
    if (chunk.length > 0) isHeader = false;
  }
}

const columnsMax = 1_000;

/** Drops the unnamed columns that spreadsheets export at the end of a table. */
function readHeader(cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim());
  const header = names.slice(0, names.findLastIndex(Boolean) + 1);
  if (header.length <= columnsMax) return header;
  throw new CsvError(
    `The first row has more than ${columnsMax.toLocaleString('en-US')} columns. Delete the columns that you do not need`,
  );
}

const delimiters = [',', ';', '\t'];

/**
 * Detects the delimiter: the one that Excel names in a line such as `sep=;`, or else the one with the most recognized
 * column names. On a tie, the delimiter with the most columns wins.
 */
async function detectFormat(source: CsvSource): Promise<CsvFormat> {
  const text = await readBeginning(source);
  const separatorLine = /^"?sep=([^\n"])"?[,;\t]*(\n|$)/i.exec(text);
  if (separatorLine) return { delimiter: separatorLine[1] ?? ',', skippedLines: 1 };
  const [best] = delimiters
    .map((delimiter) => {
      const header = parseFirstRow(text, delimiter);
      return { delimiter, header, known: header.filter(fieldOfHeader).length };
    })
    .sort((a, b) => b.known - a.known || b.header.length - a.header.length);
  // A header with a huge number of columns is refused before the rest of it is read.
  readHeader(best?.header ?? []);
  return { delimiter: best?.delimiter ?? ',', skippedLines: 0 };
}

async function readBeginning({ read, encoding }: CsvSource): Promise<string> {
  for await (const text of decodeText(read(), encoding)) return text;
  return '';
}

/** The first columns of the file of refused rows, which users correct and import again. */
export const refusedRowsHeader = ['line', 'reason'] as const;

export const isRefusedRowsFile = (header: readonly string[]): boolean =>
  refusedRowsHeader.every((name, index) => header[index] === name);

/** Removes the apostrophes that `formatCsv` adds. */
const restoreRow = ({ line, cells }: CsvRow, header: readonly string[]): CsvRow => ({
  line,
  cells: isRefusedRowsFile(header)
    ? cells.map((cell) => cell.replace(/^'('*(?:\s*[=+\-@]|[\t\r]))/, '$1'))
    : cells,
});

/**
 * Formats rows as CSV. An apostrophe before a cell such as `=1+1` keeps spreadsheets from evaluating it as a formula.
 * Without the byte order mark, spreadsheets assume another encoding.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quoteCell(escapeFormula(cell))).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

const escapeFormula = (cell: string): string => cell.replace(/^(?='*(?:\s*[=+\-@]|[\t\r]))/, "'");

const quoteCell = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
