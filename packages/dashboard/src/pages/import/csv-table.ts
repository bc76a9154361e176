import { findFieldByHeader } from './columns';
import { CsvError, CsvReader, type CsvRow } from './csv';

/** A CSV file with its header and first rows. The other rows stay on disk, because a file can have many rows. */
export interface CsvTable {
  file: File;
  encoding: string;
  delimiter: string;
  header: readonly string[];
  /** The first rows, for a preview. */
  firstRows: readonly CsvRow[];
  /** The number of rows below the header. */
  rowCount: number;
}

const firstRowsMax = 5;

/** Reads the whole file once, counts its rows and keeps the first rows. */
export async function readCsvTable(file: File, encoding: string): Promise<CsvTable> {
  const delimiter = detectDelimiter(await readBeginning(file, encoding));
  let header: readonly string[] | undefined;
  const firstRows: CsvRow[] = [];
  let rowCount = -1;
  for await (const chunk of readAllRows(file, encoding, delimiter)) {
    header ??= chunk[0] && trimUnnamedColumns(chunk[0].cells);
    if (firstRows.length <= firstRowsMax) firstRows.push(...chunk.slice(0, firstRowsMax + 1));
    rowCount += chunk.length;
  }
  if (!header) throw new CsvError('The file is empty. Choose a file with a header and rows');
  if (rowCount === 0) throw new CsvError('The file has a header but no rows');
  return { file, encoding, delimiter, header, firstRows: firstRows.slice(1, firstRowsMax + 1), rowCount };
}

/** Yields the rows below the header in chunks. */
export async function* readRows({ file, encoding, delimiter }: CsvTable): AsyncGenerator<readonly CsvRow[]> {
  let isHeader = true;
  for await (const chunk of readAllRows(file, encoding, delimiter)) {
    yield isHeader ? chunk.slice(1) : chunk;
    if (chunk.length > 0) isHeader = false;
  }
}

async function* readAllRows(file: File, encoding: string, delimiter: string): AsyncGenerator<CsvRow[]> {
  const reader = new CsvReader(delimiter);
  for await (const text of decodeChunks(file, encoding)) yield reader.push(text);
  yield reader.end();
}

const chunkBytes = 65_536;

/** Decodes the file in chunks. A character that spans two chunks appears in the second chunk. */
async function* decodeChunks(file: File, encoding: string): AsyncGenerator<string> {
  const label = (await isUtf16(file)) ? 'utf-16le' : encoding;
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for (let offset = 0; offset < file.size; offset += chunkBytes) {
      const bytes = await file.slice(offset, offset + chunkBytes).arrayBuffer();
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    // If the file changes during the read, the browser throws a DOMException. For undecodable bytes, the decoder throws
    // a TypeError.
    if (!(error instanceof TypeError)) throw error;
    throw new CsvError(
      `The file is not ${label.toUpperCase()}. Save the file as UTF-8, or choose another encoding`,
    );
  }
}

async function isUtf16(file: File): Promise<boolean> {
  const [firstByte, secondByte] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return firstByte === 0xff && secondByte === 0xfe;
}

async function readBeginning(file: File, encoding: string): Promise<string> {
  for await (const text of decodeChunks(file, encoding)) return text;
  return '';
}

const delimiters = [',', ';', '\t'];

/** Returns the delimiter with the most known column names. In a tie, the delimiter with the most columns wins. */
function detectDelimiter(text: string): string {
  const candidates = delimiters.map((delimiter) => {
    const header = new CsvReader(delimiter).push(`${text}\n`)[0]?.cells ?? [];
    return { delimiter, known: header.filter(findFieldByHeader).length, columns: header.length };
  });
  candidates.sort((a, b) => b.known - a.known || b.columns - a.columns);
  return candidates[0]?.delimiter ?? ',';
}

/** Drops the empty columns that spreadsheets can export at the end. */
function trimUnnamedColumns(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  return names.slice(0, names.findLastIndex(Boolean) + 1);
}
