import { rmSync, writeFileSync } from 'node:fs';
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
  const lines = [['line', 'reason', ...header], ...rows].map((row) => row.map(quoteCell).join(','));
  // Without the byte order mark, spreadsheets assume another encoding.
  writeFileSync(file, `\uFEFF${lines.join('\r\n')}\r\n`);
}

const quoteCell = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
