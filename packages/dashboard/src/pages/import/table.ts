import { fieldOfHeader } from './columns';
import { CsvError, CsvReader, type CsvRow } from './csv';

/** A file as a table: where its rows are, and not the rows themselves, which may be many. */
export interface Table {
  file: File;
  encoding: string;
  delimiter: string;
  header: readonly string[];
  /** The first rows, to be shown. */
  first: readonly CsvRow[];
  /** How many there are below the header. */
  rows: number;
}

const firstMax = 5;

/** Reads the file once, from its beginning to its end, and keeps its beginning. */
export async function tableIn(file: File, encoding: string): Promise<Table> {
  const delimiter = delimiterOf(await beginningOf(file, encoding));
  let header: readonly string[] | undefined;
  const first: CsvRow[] = [];
  let rows = -1;
  for await (const some of allRows(file, encoding, delimiter)) {
    header ??= some[0] && withoutUnnamedEnd(some[0].cells);
    if (first.length <= firstMax) first.push(...some.slice(0, firstMax + 1));
    rows += some.length;
  }
  if (!header) throw new CsvError('There is nothing in it');
  if (rows === 0) throw new CsvError('There is a header, and no row below it');
  return { file, encoding, delimiter, header, first: first.slice(1, firstMax + 1), rows };
}

/** The rows below the header, some at a time. */
export async function* rowsOf({ file, encoding, delimiter }: Table): AsyncGenerator<readonly CsvRow[]> {
  let isHeader = true;
  for await (const rows of allRows(file, encoding, delimiter)) {
    yield isHeader ? rows.slice(1) : rows;
    if (rows.length > 0) isHeader = false;
  }
}

async function* allRows(file: File, encoding: string, delimiter: string): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(delimiter);
  for await (const piece of piecesOf(file, encoding)) yield reader.push(piece);
  yield reader.end();
}

const pieceBytes = 65_536;

/** The text, as the disk gives it. A letter that two pieces share is whole in the second. */
async function* piecesOf(file: File, encoding: string): AsyncGenerator<string> {
  const label = (await isUtf16(file)) ? 'utf-16le' : encoding;
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for (let at = 0; at < file.size; at += pieceBytes) {
      const bytes = await file.slice(at, at + pieceBytes).arrayBuffer();
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    // A file that was changed meanwhile is a DOMException; what cannot be decoded is a TypeError.
    if (!(error instanceof TypeError)) throw error;
    throw new CsvError(
      `The file is not ${label.toUpperCase()}. Save it as UTF-8, or choose another encoding`,
    );
  }
}

async function isUtf16(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0xff && second === 0xfe;
}

async function beginningOf(file: File, encoding: string): Promise<string> {
  for await (const piece of piecesOf(file, encoding)) return piece;
  return '';
}

const delimiters = [',', ';', '\t'];

/** That which finds the most columns with a known name; among equals, the most columns. */
function delimiterOf(text: string): string {
  const scored = delimiters.map((delimiter) => {
    const header = new CsvReader(delimiter).push(`${text}\n`)[0]?.cells ?? [];
    return { delimiter, known: header.filter(fieldOfHeader).length, columns: header.length };
  });
  scored.sort((a, b) => b.known - a.known || b.columns - a.columns);
  return scored[0]?.delimiter ?? ',';
}

/** Spreadsheets write columns that nobody uses. */
function withoutUnnamedEnd(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  return names.slice(0, names.findLastIndex(Boolean) + 1);
}
