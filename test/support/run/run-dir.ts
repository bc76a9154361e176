import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { RuntimeLog } from '../runtime-log';

/** The folder for all files of a Jest run, which is deleted at the end of the run. Undefined in benchmarks. */
export const runDir = process.env['TEST_RUN_DIR'];

/**
 * Creates an empty folder. A reporter deletes the folder at the end of the test file. A benchmark must delete the folder
 * itself.
 */
export function makeTempDir(): string {
  const dir = mkdtempSync(join(runDir ?? tmpdir(), 'carrier-nest-'));
  appendToIndex('folders.jsonl', { dir });
  return dir;
}

/**
 * Assigns the log, from its current position, to the running test file. If a test of the file fails, the reporter
 * keeps that part of the log.
 */
export const recordLog = ({ file, startByte }: RuntimeLog): void =>
  appendToIndex('logs.jsonl', { file, startByte });

/** Adds an entry for the running test file to a file that a reporter reads at the end of the test file. */
function appendToIndex(indexFile: string, entry: object): void {
  if (!runDir) return;
  const testFile = relative('.', expect.getState().testPath ?? 'unknown');
  appendFileSync(join(runDir, indexFile), `${JSON.stringify({ testFile, ...entry })}\n`);
}
