import { findUnsuppressed, formatOptOuts } from '../../../import/src/confirm-suppressed';
import type { LocatedOptOut } from '../../../import/src/plan-import';
import { formatRefusedRows } from '../../../import/src/plan-import';
import { sendParts, startProgress, type ImportProgress } from '../../../import/src/send-parts';
import { suppressionOf } from '../../../import/src/statuses';
import { CarrierNest, CarrierNestError, type ContactProperty } from '../../../sdk/src';
import { CommandError } from '../command-line/command-error';
import type { Api } from '../command-line/api';
import type { CommandResult } from '../admin/command';
import type { ImportOptions } from './command';
import { siblingFile, writeRows } from './csv-file';
import { openFile, type OpenedFile } from './open-file';
import { deleteProgress, findProgress, hashImport, saveProgress } from './progress';
import { showDryRun, showImported } from './show';
import { printNotice, progressLine } from '../command-line/terminal';

/** Adds the contacts of the file to the audience, the opt-outs first, and reads the suppressions back. */
export async function importFile(
  file: string,
  audience: string,
  api: Api,
  options: ImportOptions,
): Promise<CommandResult> {
  const ignoredFields = new Set<string>();
  const client = new CarrierNest({
    ...api,
    onIgnoredFields: (names) => names.forEach((name) => ignoredFields.add(name)),
  });
  const openedFile = await openFile(file, options, () => listProperties(client));
  const { source = openedFile.table.name } = options;
  const run = { client, audience, source, openedFile, progressFile: siblingFile(file, 'progress.json') };
  const done = await sendAll(run);
  if (ignoredFields.size > 0)
    printNotice(`Warning: the service ignored these fields: ${[...ignoredFields].join(', ')}\n`);
  const optOutsFile = siblingFile(file, 'opt-outs.csv');
  const unsuppressed = await confirmOptOuts(client, openedFile.plan.optOuts, optOutsFile);
  deleteProgress(run.progressFile);
  if (unsuppressed > 0) throw new CommandError(unsuppressedMessage(unsuppressed, optOutsFile));
  return showImported(withRefused(openedFile, done), done.totals, optOutsFile);
}

/** Shows what an import of the file would do. Reads the types of the properties if the service is given. */
export const dryRunFile = async (file: string, options: ImportOptions, api?: Api): Promise<CommandResult> =>
  showDryRun(await openFile(file, options, async () => (api ? listProperties(new CarrierNest(api)) : [])));

const listProperties = (client: CarrierNest): Promise<ContactProperty[]> =>
  client.listContactProperties().toArray().catch(throwCommandError);

function throwCommandError(error: unknown): never {
  throw error instanceof CarrierNestError ? new CommandError(error.message, { cause: error }) : error;
}

interface ImportRun {
  client: CarrierNest;
  audience: string;
  source: string;
  openedFile: OpenedFile;
  progressFile: string;
}

/**
 * Saves the progress before the first request. If a response is lost, the next run repeats the part with the same
 * Idempotency-Key.
 */
async function sendAll({
  progressFile,
  openedFile: { plan },
  ...destination
}: ImportRun): Promise<ImportProgress> {
  const rows = plan.parts.reduce((sum, part) => sum + part.length, 0);
  const hash = hashImport(destination.audience, destination.source, plan);
  let progress = resumeOrStart(progressFile, hash, rows);
  saveProgress(progressFile, hash, progress);
  const line = progressLine(rows);
  try {
    for await (progress of sendParts(destination, plan, progress)) {
      saveProgress(progressFile, hash, progress);
      line.show(progress.rowsDone);
    }
    return progress;
  } catch (error) {
    if (!(error instanceof CarrierNestError)) throw error;
    throw new CommandError(
      `${error.message}\n\n${progress.rowsDone} of ${rows} rows are imported. To resume, run the same command.`,
      { cause: error },
    );
  } finally {
    line.end();
  }
}

function resumeOrStart(file: string, hash: string, rows: number): ImportProgress {
  const earlier = findProgress(file);
  if (earlier?.hash === hash) {
    printNotice(`Resuming after ${earlier.rowsDone} of ${rows} rows, as recorded in ${file}.\n`);
    return earlier;
  }
  if (earlier && earlier.rowsDone > 0)
    printNotice(
      `Starting over: ${file} records an import with other rows, or with another audience or source.\n`,
    );
  return startProgress();
}

/** Writes all opt-outs to a file, and returns the number of those that the service does not suppress. */
async function confirmOptOuts(
  client: CarrierNest,
  optOuts: readonly LocatedOptOut[],
  file: string,
): Promise<number> {
  const expected = optOuts.map(({ line, email, status }) => ({
    line,
    email,
    scope: suppressionOf[status].scope,
  }));
  const missing = await findUnsuppressed(client, expected).catch(throwCommandError);
  writeRows(file, optOuts, () => formatOptOuts(optOuts, missing));
  return missing.length;
}

const unsuppressedMessage = (count: number, file: string): string =>
  `${count} opt-outs of the file are not suppressed: see the rows with "no" in ${file}. Run the same command again.`;

/** Adds the rows that only the service refused, because another version of it may refuse rows that this CLI accepts. */
function withRefused(openedFile: OpenedFile, { refused: refusedByService }: ImportProgress): OpenedFile {
  const { plan, table, refusedFile } = openedFile;
  const refused = [...plan.refused, ...refusedByService];
  writeRows(refusedFile, refused, () => formatRefusedRows(table.header, refused));
  return { ...openedFile, plan: { ...plan, refused } };
}
