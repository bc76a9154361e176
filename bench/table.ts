/** What one measurement found, as a table of docs/performance.md. */
export interface Table {
  /** Marks its place in the document, unique over all measurements. */
  id: string;
  title: string;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export type Measurement = () => Promise<Table[]>;

export const markdownOf = ({ head, rows }: Table): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** The document with the table in its place; unchanged where it has no such place. */
export function withTable(document: string, table: Table): string {
  const [start, end] = [`<!-- bench:${table.id} -->`, `<!-- /bench:${table.id} -->`];
  const startAt = document.indexOf(start);
  const endAt = document.indexOf(end);
  if (startAt < 0 || endAt < startAt) return document;
  return `${document.slice(0, startAt + start.length)}\n\n${markdownOf(table)}\n\n${document.slice(endAt)}`;
}

export const verdict = (measured: number, budget: number): string =>
  measured <= budget ? 'kept' : '**missed**';

export const count = (value: number): string => value.toLocaleString('en-US');

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}
