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

/** Reads the file, and writes its refused rows to a file next to it. */
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

/** For `people.csv`, the refused rows go to `people.refused.csv`. */
export const siblingFile = (file: string, suffix: string): string =>
  `${file.replace(/\.csv$/i, '')}.${suffix}`;
