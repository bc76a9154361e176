import { createReadStream, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CsvError } from '../../../import/src/csv-error';
import { readTable, type CsvTable } from '../../../import/src/read-table';
import { CommandError } from '../command-line/command-error';
import type { FieldOption } from '../admin/fields';

/** Reads the header of a CSV file. Throws `CommandError` if the file cannot be read, or is not a CSV file. */
export const openCsv = (file: string, encoding: string | undefined): Promise<CsvTable> =>
  readCsv(file, () => readTable({ name: basename(file), read: () => createReadStream(file), encoding }));

/** Runs code that reads the file, and adds the name of the file to its errors. */
export async function readCsv<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(`${file}: ${error.message}`, { cause: error });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandError(`${file} cannot be read: ${String(error)}`, { cause: error });
    throw error;
  }
}

/** Returns the path of a file next to the CSV file, such as `people.refused.csv` for `people.csv`. */
export const siblingFile = (file: string, suffix: string): string =>
  `${file.replace(/\.csv$/i, '')}.${suffix}`;

/** Writes rows to a file next to the CSV file. If there are no rows, deletes the file of an earlier run. */
export function writeRows(file: string, rows: readonly unknown[], format: () => string): void {
  if (rows.length > 0) writeFileSync(file, format());
  else rmSync(file, { force: true });
}

export const encodingOption: FieldOption = {
  hint: 'NAME',
  summary: 'the encoding of the file, such as windows-1252 (default: UTF-8)',
  field: 'encoding',
};
