import { rmSync, writeFileSync } from 'node:fs';
import { writeCell } from './csv-cell';
import type { RefusedRow } from './read-people';

/** Writes the refused rows as CSV, with their line numbers and reasons. If no row is refused, deletes the file of an earlier run. */
export function writeRefusedFile(
  file: string,
  header: readonly string[],
  refused: readonly RefusedRow[],
): void {
  if (refused.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  const rows = refused.map(({ line, reason, cells }) => [String(line), reason, ...cells]);
  const lines = [['line', 'reason', ...header], ...rows].map((row) => row.map(writeCell).join(','));
  // Without the byte order mark, spreadsheets assume another encoding.
  writeFileSync(file, `\uFEFF${lines.join('\r\n')}\r\n`);
}
