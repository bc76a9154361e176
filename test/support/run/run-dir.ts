import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { RuntimeLog } from '../runtime-log';

/** Everything of a Jest run is in this folder, which goes with it; benchmarks have none. */
export const runDir = process.env['TEST_RUN_DIR'];

/** A new, empty folder, which goes with the run: only a benchmark has to remove it. */
export const makeTempDir = (): string => mkdtempSync(join(runDir ?? tmpdir(), 'carrier-nest-'));

/** The log belongs to the test file that runs, from where it stands: the reporter keeps it if a test of it fails. */
export function recordLog({ file, startByte }: RuntimeLog): void {
  if (!runDir) return;
  const testFile = relative('.', expect.getState().testPath ?? 'unknown');
  appendFileSync(join(runDir, 'logs.jsonl'), `${JSON.stringify({ testFile, file, startByte })}\n`);
}
