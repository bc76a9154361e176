import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { RuntimeLog } from '../runtime-log';

/** All files of a Jest run are in this folder, which is deleted at its end. Benchmarks have none. */
export const runDir = process.env['TEST_RUN_DIR'];

/** Creates an empty folder. It is deleted with the run; only a benchmark has to delete it. */
export const makeTempDir = (): string => mkdtempSync(join(runDir ?? tmpdir(), 'carrier-nest-'));

/**
 * Assigns the log, from its current position, to the running test file. The reporter keeps that part if one of its
 * tests fails.
 */
export function recordLog({ file, startByte }: RuntimeLog): void {
  if (!runDir) return;
  const testFile = relative('.', expect.getState().testPath ?? 'unknown');
  appendFileSync(join(runDir, 'logs.jsonl'), `${JSON.stringify({ testFile, file, startByte })}\n`);
}
