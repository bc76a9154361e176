/** Formats a Markdown table. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(tableCell).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats text as one line, with `|` escaped. */
const tableCell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

export const code = (text: string): string => `\`${text}\``;
