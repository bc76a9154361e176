import { basename } from 'node:path';
import { columnsOf, type Column } from './columns';
import type { ImportOptions } from './command';
import { readCsv } from './read-csv';
import { readPeople, type People } from './read-people';
import { keepRefused } from './refused-file';

/** A file that was read and judged whole. */
export interface Opened {
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
): Promise<Opened> {
  const csv = await readCsv(file, encoding);
  const columns = columnsOf(csv.header, { map, only });
  const people = await readPeople(csv, columns, status);
  const refusedFile = besides(file, 'refused.csv');
  keepRefused(refusedFile, csv.header, people.refused);
  return { file: basename(file), columns, people, refusedFile };
}

/** people.csv has people.refused.csv beside it. */
export const besides = (file: string, ending: string): string => `${file.replace(/\.csv$/i, '')}.${ending}`;
