import { basename } from 'node:path';
import { AdminError } from '../admin-error';
import type { Api } from '../api';
import type { CommandResult } from '../command';
import type { ImportOptions } from './command';
import { siblingFile, openFile } from './open-file';
import { splitIntoParts } from './parts';
import {
  newProgress,
  findProgress,
  deleteProgress,
  hashImport,
  saveProgress,
  type Progress,
} from './progress';
import type { AcceptedRow } from './read-people';
import { sendPart } from './send-part';
import { showImported } from './show';
import { progressLine, printNotice } from './terminal';
import { addTotals } from './totals';

/** Adds the contacts of the file to the audience, one request per part. */
export async function importFile(
  file: string,
  audience: string,
  api: Api,
  options: ImportOptions,
): Promise<CommandResult> {
  const { source = basename(file) } = options;
  const openedFile = await openFile(file, options);
  const parts = splitIntoParts(openedFile.people.accepted);
  const progressFile = siblingFile(file, 'progress.json');
  const progress = resumeOrStart(
    progressFile,
    hashImport(audience, source, parts),
    audience,
    countRows(parts),
  );
  const done = await sendAll(api, { audience, source, parts, progressFile, progress });
  deleteProgress(progressFile);
  return showImported(openedFile, done.totals);
}

const countRows = (parts: readonly (readonly AcceptedRow[])[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0);

/**
 * Saves the progress before the first request. If a response is lost, the next run repeats the part with the same
 * Idempotency-Key.
 */
function resumeOrStart(file: string, hash: string, audience: string, rows: number): Progress {
  const earlier = findProgress(file);
  if (earlier?.hash === hash) {
    printNotice(`Resuming after ${earlier.rows_done} of ${rows} rows, as recorded in ${file}.\n`);
    return earlier;
  }
  if (earlier && earlier.rows_done > 0)
    printNotice(
      `Starting over: ${file} records an import with other rows, or with another audience or source.\n`,
    );
  const progress = newProgress(hash, audience);
  saveProgress(file, progress);
  return progress;
}

interface ImportRun {
  audience: string;
  source: string;
  parts: readonly (readonly AcceptedRow[])[];
  progressFile: string;
  progress: Progress;
}

async function sendAll(
  api: Api,
  { audience, source, parts, progressFile, progress }: ImportRun,
): Promise<Progress> {
  const line = progressLine(countRows(parts));
  let [completed, rowsBefore] = [progress, 0];
  let ignoredFields: string | null = null;
  for (const [index, rows] of parts.entries()) {
    rowsBefore += rows.length;
    if (rowsBefore <= progress.rows_done) continue;
    const idempotencyKey = `${progress.import_id}-${index}`;
    const sent = await sendPart(api, { audience, source, rows, idempotencyKey }).catch((error: unknown) => {
      line.end();
      throw error instanceof AdminError ? interruptedError(error, completed, countRows(parts)) : error;
    });
    completed = { ...completed, rows_done: rowsBefore, totals: addTotals(completed.totals, sent.totals) };
    ignoredFields ??= sent.ignoredFields;
    saveProgress(progressFile, completed);
    line.show(rowsBefore);
  }
  line.end();
  if (ignoredFields !== null)
    printNotice(`Warning: the service ignored these fields: ${decodeNames(ignoredFields)}\n`);
  return completed;
}

const decodeNames = (names: string): string => names.split(',').map(decodeURIComponent).join(', ');

const interruptedError = ({ message }: AdminError, { rows_done: done }: Progress, rows: number): AdminError =>
  new AdminError(`${message}\n\n${done} of ${rows} rows are imported. To resume, run the same command.`);
