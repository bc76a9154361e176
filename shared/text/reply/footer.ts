import { isBlank, isDivider, type Line } from './lines';
import { listFooterStarts, noticeWords, scannerStarts } from './words/footers';

const footerLinesMax = 40;

/** Without what a mailing list, a lawyer or a scanner added at the end. */
export function withoutFooter(lines: readonly Line[]): readonly Line[] {
  const first = Math.max(1, lines.length - footerLinesMax);
  for (let at = first; at < lines.length; at++) {
    const line = lines[at];
    if (!line || isBlank(line) || line.isCode) continue;
    if (startsFooter(lines, at, line)) return lines.slice(0, at);
  }
  return lines;
}

function startsFooter(lines: readonly Line[], at: number, { plain }: Line): boolean {
  const text = plain.replace(/^[\s\-_*<([|]+/, '');
  if (listFooterStarts.some((words) => text.startsWith(words))) return true;
  if (scannerStarts.some((words) => text.startsWith(words))) return lines.length - at <= 6;
  return isMailmanRule(lines, at) || isNotice(lines, at);
}

/** Mailman's line of underscores, and the name of the list below it. */
function isMailmanRule(lines: readonly Line[], at: number): boolean {
  if (!/^_{20,}/.test(lines[at]?.plain ?? '')) return false;
  const below = lines
    .slice(at, at + 3)
    .map(({ plain }) => plain)
    .join(' ');
  return /mailing list|listinfo|@lists?\.|liste de diffusion|mailingliste/.test(below);
}

/** A paragraph that stands alone and sounds like a lawyer, and nothing but such paragraphs after it. */
function isNotice(lines: readonly Line[], at: number): boolean {
  if (!isBlank(lines[at - 1]) && !isDivider(lines[at - 1])) return false;
  const paragraph = textUpToBlank(lines, at);
  if (paragraph.length < 120) return false;
  return noticeWords.filter((words) => paragraph.includes(words)).length >= 3;
}

function textUpToBlank(lines: readonly Line[], at: number): string {
  const texts: string[] = [];
  for (let next = at; next < lines.length && !isBlank(lines[next]); next++)
    texts.push(lines[next]?.plain ?? '');
  return texts.join(' ');
}
