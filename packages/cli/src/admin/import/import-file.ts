import { basename } from 'node:path';
import { AdminError } from '../admin-error';
import type { Api } from '../api';
import type { Answer } from '../command';
import type { ImportOptions } from './command';
import { besides, openFile } from './open-file';
import { partsOf } from './parts';
import { begun, findProgress, forgetProgress, hashOf, keepProgress, type Progress } from './progress';
import type { Accepted } from './read-people';
import { sendPart } from './send-part';
import { imported } from './show';
import { progressLine, say } from './terminal';
import { sumOf } from './totals';

/** Adds the people of the file to the audience, part by part. */
export async function importFile(
  file: string,
  audience: string,
  api: Api,
  options: ImportOptions,
): Promise<Answer> {
  const { source = basename(file) } = options;
  const opened = await openFile(file, options);
  const parts = partsOf(opened.people.accepted);
  const progressFile = besides(file, 'progress.json');
  const progress = whereToGoOn(progressFile, hashOf(audience, source, parts), audience, rowsIn(parts));
  const done = await sendAll(api, { audience, source, parts, progressFile, progress });
  forgetProgress(progressFile);
  return imported(opened, done.totals);
}

const rowsIn = (parts: readonly (readonly Accepted[])[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0);

/** Kept before anything is sent: a part whose answer is lost is repeated under its Idempotency-Key. */
function whereToGoOn(file: string, hash: string, audience: string, rows: number): Progress {
  const earlier = findProgress(file);
  if (earlier?.hash === hash) {
    say(`Going on after ${earlier.rows_done} of ${rows} rows: ${file} is of a run that did not end.\n`);
    return earlier;
  }
  if (earlier && earlier.rows_done > 0)
    say(`Starting over: ${file} is of other rows, another audience or another source.\n`);
  const progress = begun(hash, audience);
  keepProgress(file, progress);
  return progress;
}

interface Sending {
  audience: string;
  source: string;
  parts: readonly (readonly Accepted[])[];
  progressFile: string;
  progress: Progress;
}

async function sendAll(
  api: Api,
  { audience, source, parts, progressFile, progress }: Sending,
): Promise<Progress> {
  const line = progressLine(rowsIn(parts));
  let [done, before] = [progress, 0];
  for (const [index, rows] of parts.entries()) {
    before += rows.length;
    if (before <= progress.rows_done) continue;
    const idempotencyKey = `${progress.import_id}-${index}`;
    const totals = await sendPart(api, { audience, source, rows, idempotencyKey }).catch((error: unknown) => {
      line.end();
      throw error instanceof AdminError ? interrupted(error, done, rowsIn(parts)) : error;
    });
    done = { ...done, rows_done: before, totals: sumOf(done.totals, totals) };
    keepProgress(progressFile, done);
    line.show(before);
  }
  line.end();
  return done;
}

const interrupted = ({ message }: AdminError, { rows_done: done }: Progress, rows: number): AdminError =>
  new AdminError(`${message}\n\n${done} of ${rows} rows are in. The same command goes on from there.`);
