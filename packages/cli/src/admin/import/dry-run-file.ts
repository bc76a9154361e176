import type { CommandResult } from '../command';
import type { ImportOptions } from './command';
import { openFile } from './open-file';
import { showDryRun } from './show';

/** Shows what an import of the file would do, without a request to the API. */
export const dryRunFile = async (file: string, options: ImportOptions): Promise<CommandResult> =>
  showDryRun(await openFile(file, options));
