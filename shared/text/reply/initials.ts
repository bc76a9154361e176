import { isBlank, type Line } from './lines';
import { endsWithWrote } from './attribution';

const blankMax = 3;

/**
 * Marks quotes such as `KL> Where shall we meet?`, in which The Bat! and newsreaders put the author's initials before
 * the ">". Command prompts look the same, so the first line with the initials must be below an attribution. All later
 * lines with the same initials are quotes.
 */
export function markInitialedQuotes(lines: readonly Line[]): readonly Line[] {
  const quotedInitials = new Set<string>();
  lines.forEach((line, index) => {
    const initials = initialsOf(line);
    if (initials && !quotedInitials.has(initials) && isBelowAuthor(lines, index))
      quotedInitials.add(initials);
  });
  return quotedInitials.size === 0 ? lines : lines.map((line) => asQuote(line, quotedInitials));
}

const initialsPrefix = /^\s{0,2}(\p{Lu}\p{L}?)>{1,9}(?:\s|$)/u;

const initialsOf = ({ text, quoted, isCode }: Line): string | undefined =>
  quoted > 0 || isCode || !text.slice(0, 6).includes('>')
    ? undefined
    : initialsPrefix.exec(text.slice(0, 16))?.[1];

function isBelowAuthor(lines: readonly Line[], index: number): boolean {
  const above = lines.slice(Math.max(0, index - blankMax), index).findLast((line) => !isBlank(line));
  return above !== undefined && /[:：]$/.test(above.plain) && endsWithWrote(above.plain);
}

function asQuote(line: Line, quotedInitials: ReadonlySet<string>): Line {
  const initials = initialsOf(line);
  if (!initials || !quotedInitials.has(initials)) return line;
  return { ...line, quoted: line.quoted + 1, plain: line.plain.replace(/^[^>]{0,4}>+\s?/, '') };
}
