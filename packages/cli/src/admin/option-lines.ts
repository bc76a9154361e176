import type { OptionHelp } from './target';

/** Returns one line of help per option. */
export const optionLines = (options: Record<string, OptionHelp>): string[] =>
  formatColumns(
    Object.entries(options).map(([name, { hint, summary }]) => [usageOfOption(name, hint), summary]),
  );

/** The value of `--local` is optional. */
function usageOfOption(name: string, hint: string | undefined): string {
  if (name === 'local') return `--local[=${hint ?? ''}]`;
  return hint === undefined ? `--${name}` : `--${name} ${hint}`;
}

/** Returns one line per pair, in two aligned columns. */
export function formatColumns(pairs: readonly [left: string, right: string][]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
