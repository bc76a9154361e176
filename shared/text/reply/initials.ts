import { isBlank, type Line } from './lines';
import { saysWrote } from './attribution';

const blankMax = 3;

/**
 * `KL> Where shall we meet?`: The Bat! and newsreaders put the author's initials before the ">". Programs also ask for
 * a command like this, so it is a quote only below a line that names its author, and then each such line is one.
 */
export function markInitials(lines: readonly Line[]): readonly Line[] {
  const quoting = new Set<string>();
  lines.forEach((line, at) => {
    const initials = initialsOf(line);
    if (initials && !quoting.has(initials) && isBelowAuthor(lines, at)) quoting.add(initials);
  });
  return quoting.size === 0 ? lines : lines.map((line) => asQuote(line, quoting));
}

const initialled = /^\s{0,2}(\p{Lu}\p{L}?)>{1,9}(?:\s|$)/u;

const initialsOf = ({ text, quoted, isCode }: Line): string | undefined =>
  quoted > 0 || isCode || !text.slice(0, 6).includes('>')
    ? undefined
    : initialled.exec(text.slice(0, 16))?.[1];

function isBelowAuthor(lines: readonly Line[], at: number): boolean {
  const above = lines.slice(Math.max(0, at - blankMax), at).findLast((line) => !isBlank(line));
  return above !== undefined && /[:：]$/.test(above.plain) && saysWrote(above.plain);
}

function asQuote(line: Line, quoting: ReadonlySet<string>): Line {
  const initials = initialsOf(line);
  if (!initials || !quoting.has(initials)) return line;
  return { ...line, quoted: line.quoted + 1, plain: line.plain.replace(/^[^>]{0,4}>+\s?/, '') };
}
