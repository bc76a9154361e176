import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { CsvError, parse, type Options } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { errorCode } from '../../../../local/src/machine/error-code';
import { AdminError } from '../admin-error';
import { fieldOfHeader } from './columns';

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: readonly string[];
}

export interface Csv {
  header: readonly string[];
  rows: AsyncIterable<CsvRow>;
}

/** Returns the header of a CSV file and an iterator over its rows. Skips rows without any value. */
export async function readCsv(file: string, encoding: string | undefined): Promise<Csv> {
  const text = decodeFile(file, encoding);
  const rows = parseRows(file, text)[Symbol.asyncIterator]();
  const first = await rows.next();
  if (first.done) throw new AdminError(`${file} is empty. The file must begin with a row of column names`);
  return { header: trimUnnamedColumns(first.value.cells), rows: { [Symbol.asyncIterator]: () => rows } };
}

function decodeFile(file: string, encoding: string | undefined): string {
  const bytes = readBytes(file);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const label = encoding ?? (isUtf16 ? 'utf-16le' : 'utf-8');
  try {
    // The decoder removes the byte order mark. Uniform line breaks make the parser's line numbers match those in editors.
    return new TextDecoder(label, { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ERR_ENCODING_NOT_SUPPORTED')
      throw new AdminError(`--encoding: "${label}" is not supported. Use a name such as windows-1252`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new AdminError(wrongEncodingMessage(file, label));
    throw error;
  }
}

const wrongEncodingMessage = (file: string, label: string): string =>
  `${file} is not ${label.toUpperCase()}. Save the file as UTF-8, or give its encoding, such as --encoding windows-1252`;

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new AdminError(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
}

const lenientOptions = {
  relax_quotes: true,
  relax_column_count: true,
  record_delimiter: '\n',
} satisfies Options;

/** A row from the parser with the option `raw`. */
interface ParsedRow {
  record: string[];
  raw: string;
}

async function* parseRows(file: string, text: string): AsyncGenerator<CsvRow> {
  const options = { ...lenientOptions, delimiter: detectDelimiter(text), raw: true };
  const rows: AsyncIterable<ParsedRow> = Readable.from(chunksOfText(text)).pipe(parse(options));
  let line = 1;
  try {
    for await (const { record, raw } of rows) {
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record };
      line += raw.split('\n').length - 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AdminError(`${file}: ${error.message}`, { cause: error });
  }
}

const pieceLength = 65_536;

/** Small pieces keep the parser from running far ahead of the code that reads its rows. */
function* chunksOfText(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength);
}

const delimiters = [',', ';', '\t'];

/** Returns the delimiter with the most recognized column names. On a tie, the delimiter with the most columns wins. */
function detectDelimiter(text: string): string {
  const scored = delimiters.map((delimiter) => {
    const header = parseHeader(text, delimiter);
    return { delimiter, known: header.filter(fieldOfHeader).length, columns: header.length };
  });
  scored.sort((a, b) => b.known - a.known || b.columns - a.columns);
  return scored[0]?.delimiter ?? ',';
}

const headLength = 1_000_000;

/** Ignores an unbalanced quote, because `parseRows` reports it. */
function parseHeader(text: string, delimiter: string): string[] {
  try {
    const options = { ...lenientOptions, delimiter, skip_empty_lines: true, to: 1 };
    return parseSync(text.slice(0, headLength), options)[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** Drops the unnamed columns that spreadsheets export at the end of a table. */
function trimUnnamedColumns(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  return names.slice(0, names.findLastIndex(Boolean) + 1);
}
