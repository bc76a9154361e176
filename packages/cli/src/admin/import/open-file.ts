import { basename } from 'node:path';
import { mapColumns, type Column } from './columns';
import type { ImportOptions } from './command';
import { readCsv } from './read-csv';
import { readPeople, type People } from './read-people';
import { writeRefusedFile } from './write-refused-file';

/** A file that was read and judged whole. */
export interface OpenedFile {
  file: string;
  columns: readonly Column[];
  people: People;
  /** Where all refused rows stand. */
  refusedFile: string;
}

/** Reads the file, and writes what is wrong in it beside it. */
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

/** people.csv has people.refused.csv beside it. */
export const siblingFile = (file: string, suffix: string): string =>
  `${file.replace(/\.csv$/i, '')}.${suffix}`;
