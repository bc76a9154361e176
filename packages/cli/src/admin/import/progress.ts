import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { AcceptedRow } from './read-people';
import { TotalsSchema, noTotals } from './totals';

const ProgressSchema = z.object({
  /** A hash of the rows, their order, the audience and the source. */
  hash: z.string(),
  audience: z.string(),
  /**
   * The prefix of the Idempotency-Keys. Each import has a new prefix, so that a deliberate second import is not treated
   * as a replay.
   */
  import_id: z.string(),
  rows_done: z.int(),
  totals: TotalsSchema,
});

export type Progress = z.infer<typeof ProgressSchema>;

/** Identifies an import. Another file, mapping, audience or source gives another hash. */
export function hashImport(
  audience: string,
  source: string,
  parts: readonly (readonly AcceptedRow[])[],
): string {
  const hash = createHash('sha256').update(JSON.stringify([audience, source]));
  for (const part of parts) hash.update(JSON.stringify(part.map(({ contact }) => contact)));
  return hash.digest('hex');
}

export const newProgress = (hash: string, audience: string): Progress => ({
  hash,
  audience,
  import_id: randomUUID(),
  rows_done: 0,
  totals: noTotals,
});

/** Returns the progress of an earlier run. Ignores an unreadable file. */
export function findProgress(file: string): Progress | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return z.parse(ProgressSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}

/** Replaces the file atomically, so that the next run never reads a partial file. */
export function saveProgress(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(progress, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

export const deleteProgress = (file: string): void => rmSync(file, { force: true });
