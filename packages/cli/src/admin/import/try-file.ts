import type { Answer } from '../command';
import type { ImportOptions } from './command';
import { openFile } from './open-file';
import { tried } from './show';

/** What an import of the file would do. Nothing is sent. */
export const tryFile = async (file: string, options: ImportOptions): Promise<Answer> =>
  tried(await openFile(file, options));
