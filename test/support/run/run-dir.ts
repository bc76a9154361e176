import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { RuntimeLog } from '../runtime-log';

/** The folder for all files of a Jest run, which is deleted at the end of the run. Undefined in benchmarks. */
export const runDir = process.env['TEST_RUN_DIR'];

/** Creates an empty folder, which is deleted at the end of a Jest run. A benchmark must delete the folder. */
export const makeTempDir = (): string => mkdtempSync(join(runDir ?? tmpdir(), 'carrier-nest-'));

/**
 * Assigns the log, from its current position, to the running test file. If a test of the file fails, the reporter
 * keeps that part of the log.
 */
export function recordLog({ file, startByte }: RuntimeLog): void {
  if (!runDir) return;
  const testFile = relative('.', expect.getState().testPath ?? 'unknown');
  appendFileSync(join(runDir, 'logs.jsonl'), `${JSON.stringify({ testFile, file, startByte })}\n`);
}
