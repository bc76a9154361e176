import type { Change } from './change';

const contextLines = 3;

type Line = readonly [sign: ' ' | '+' | '-', text: string];

/** Formats the change as a unified diff, without line numbers. */
export function formatDiff({ file, before, after }: Change): string {
  const lines = diffLines(toLines(before ?? ''), toLines(after));
  const shown = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(([sign]) => sign !== ' '),
  );
  const body = lines.flatMap(([sign, text], index) => {
    const isFirstOfHunk = shown[index] === true && shown[index - 1] !== true;
    return shown[index] ? [...(isFirstOfHunk && before !== undefined ? ['@@'] : []), `${sign}${text}`] : [];
  });
  return [`--- ${before === undefined ? '/dev/null' : file}`, `+++ ${file}`, ...body, ''].join('\n');
}

const toLines = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

/** Keeps each old line that the new text still has at that place. The changes of this command move no line. */
function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  const lines: Line[] = [];
  let next = 0;
  for (const line of before) {
    const found = after.indexOf(line, next);
    // A changed line, to which the command has added a comma, is followed by the same lines as before.
    if (found === -1) {
      lines.push(['-', line]);
      continue;
    }
    lines.push(...after.slice(next, found).map((text) => ['+', text] as const), [' ', line]);
    next = found + 1;
  }
  return [...lines, ...after.slice(next).map((text) => ['+', text] as const)];
}
