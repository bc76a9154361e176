/** The beginnings of cells that spreadsheets run as formulas. */
const formulaStart = /^[=+\-@]/;
const escapedFormulaStart = /^'(?=\s*[=+\-@])/;

/** Writes a cell. The rows come from strangers, so an apostrophe keeps spreadsheets from running a formula in a cell. */
export function writeCell(cell: string): string {
  const text = formulaStart.test(cell.trimStart()) ? `'${cell}` : cell;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns the value of the cell at this position, or an empty text. Removes the apostrophe, because corrected rows are
 * imported again.
 */
export const readCell = (cells: readonly string[], index: number): string =>
  (cells[index] ?? '').trim().replace(escapedFormulaStart, '');
