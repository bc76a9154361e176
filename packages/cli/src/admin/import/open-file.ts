import { basename } from 'node:path';
import { mapColumns, type Column } from './columns';
import type { ImportOptions } from './command';
import { readCsv } from './read-csv';
import { readPeople, type People } from './read-people';
import { writeRefusedFile } from './write-refused-file';

/** A file whose rows have all been validated. */
export interface OpenedFile {
  file: string;
  columns: readonly Column[];
  people: People;
  /** The path of the file with all refused rows. */
  refusedFile: string;
}

/** Reads the CSV file, and writes the refused rows to a file in the same folder. */
export async function openFile(
  file: string,
  { encoding, map, only, status }: ImportOptions,
): Promise<OpenedFile> {
  const csv = await readCsv(file, encoding);
  const columns = mapColumns(csv.header, { map, only });
  const people = await readPeople(csv, columns, status);
  const refusedFile = siblingFile(file, 'refused.csv');
  writeRefusedFile(refusedFile, csv.header, people.refused);
  return { file: basename(file), columns, people, refusedFile };
}

/** Returns the path of a file next to the CSV file, such as `people.refused.csv` for `people.csv`. */
export const siblingFile = (file: string, suffix: string): string =>
  `${file.replace(/\.csv$/i, '')}.${suffix}`;
