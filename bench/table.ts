/** A table of a page in bench/results. */
export interface Table {
  /** Marks the place of the table in the page. Unique among all measurements. */
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

/** Returns the page with the table between the table's markers. */
export function withTable(page: string, table: Table): string {
  const [start, end] = [`<!-- bench:${table.id} -->`, `<!-- /bench:${table.id} -->`];
  const startAt = page.indexOf(start);
  const endAt = page.indexOf(end);
  if (startAt < 0 || endAt < startAt) throw new Error(`The page has no place for the table ${table.id}`);
  return `${page.slice(0, startAt + start.length)}\n\n${markdownOf(table)}\n\n${page.slice(endAt)}`;
}

export const verdict = (measured: number, budget: number): string =>
  measured <= budget ? 'met' : '**missed**';

export const count = (value: number): string => value.toLocaleString('en-US');

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}
