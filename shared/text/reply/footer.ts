import { isBlank, isDivider, type Line } from './lines';
import { listFooterStarts, noticeWords, scannerStarts } from './words/footers';

const footerLinesMax = 40;

/** Removes the footer of a mailing list, a legal notice or a scanner's notice from the end. */
export function withoutFooter(lines: readonly Line[]): readonly Line[] {
  const first = Math.max(1, lines.length - footerLinesMax);
  for (let index = first; index < lines.length; index++) {
    const line = lines[index];
    if (!line || isBlank(line) || line.isCode) continue;
    if (startsFooter(lines, index, line)) return lines.slice(0, index);
  }
  return lines;
}

function startsFooter(lines: readonly Line[], index: number, { plain }: Line): boolean {
  const text = plain.replace(/^[\s\-_*<([|]+/, '');
  if (listFooterStarts.some((words) => text.startsWith(words))) return true;
  if (scannerStarts.some((words) => text.startsWith(words))) return lines.length - index <= 6;
  return isMailmanRule(lines, index) || isNotice(lines, index);
}

/** Whether the line is Mailman's line of underscores, with the name of the list directly below. */
function isMailmanRule(lines: readonly Line[], index: number): boolean {
  if (!/^_{20,}/.test(lines[index]?.plain ?? '')) return false;
  const below = lines
    .slice(index, index + 3)
    .map(({ plain }) => plain)
    .join(' ');
  return /mailing list|listinfo|@lists?\.|liste de diffusion|mailingliste/.test(below);
}

/**
 * Whether the line starts a notice: a long paragraph after a blank line or a divider, with three words of a legal
 * notice.
 */
function isNotice(lines: readonly Line[], index: number): boolean {
  if (!isBlank(lines[index - 1]) && !isDivider(lines[index - 1])) return false;
  const paragraph = textUpToBlank(lines, index);
  if (paragraph.length < 120) return false;
  return noticeWords.filter((words) => paragraph.includes(words)).length >= 3;
}

function textUpToBlank(lines: readonly Line[], index: number): string {
  const texts: string[] = [];
  for (let next = index; next < lines.length && !isBlank(lines[next]); next++)
    texts.push(lines[next]?.plain ?? '');
  return texts.join(' ');
}
