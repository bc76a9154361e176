import type { OptionHelp } from './target';

/** Each option with what it does. */
export const optionLines = (options: Record<string, OptionHelp>): string[] =>
  formatColumns(
    Object.entries(options).map(([name, { hint, summary }]) => [usageOfOption(name, hint), summary]),
  );

/** `--local` may stand alone. */
function usageOfOption(name: string, hint: string | undefined): string {
  if (name === 'local') return `--local[=${hint ?? ''}]`;
  return hint === undefined ? `--${name}` : `--${name} ${hint}`;
}

/** Pairs below each other, in two columns. */
export function formatColumns(pairs: readonly [left: string, right: string][]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
