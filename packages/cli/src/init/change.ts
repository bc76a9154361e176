import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The new content of a file of the user's project. */
export interface Change {
  file: string;
  /** Undefined if the file is new. */
  before: string | undefined;
  after: string;
}

export function writeChanges(changes: readonly Change[]): void {
  for (const { file, before, after } of changes) {
    mkdirSync(dirname(file), { recursive: true });
    // The flag wx refuses to overwrite a file that another program has created in the meantime.
    writeFileSync(file, after, { flag: before === undefined ? 'wx' : 'w' });
  }
}
