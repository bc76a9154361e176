import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ImportedContactsSchema } from '../../../../functions/api/audiences/shapes';
import type { ImportPlan } from '../../../import/src/plan-import';
import type { ImportProgress } from '../../../import/src/send-parts';

const ProgressSchema = z.object({
  /** A hash of the rows, their order, the audience and the source. */
  hash: z.string(),
  importId: z.string(),
  partsDone: z.int(),
  rowsDone: z.int(),
  totals: z.omit(ImportedContactsSchema, { automations_started: true }),
  refused: z.array(z.object({ line: z.int(), cells: z.array(z.string()), reason: z.string() })),
});

/** Identifies an import. Another file, mapping, audience or source gives another hash. */
export function hashImport(audience: string, source: string, { parts, refusedOptOuts }: ImportPlan): string {
  const hash = createHash('sha256').update(JSON.stringify([audience, source, refusedOptOuts]));
  for (const part of parts) hash.update(JSON.stringify(part.map(({ contact }) => contact)));
  return hash.digest('hex');
}

/** Returns the progress of an earlier run. Ignores an unreadable file. */
export function findProgress(file: string): z.infer<typeof ProgressSchema> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return z.parse(ProgressSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return undefined;
    throw error;
  }
}

/** Replaces the file atomically, so that the next run never reads a partial file. */
export function saveProgress(file: string, hash: string, progress: ImportProgress): void {
  writeFileSync(`${file}.new`, `${JSON.stringify({ hash, ...progress }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

export const deleteProgress = (file: string): void => rmSync(file, { force: true });
