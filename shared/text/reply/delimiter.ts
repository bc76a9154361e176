import { endsInColon, isCardLine, isContact, isProse } from './card';
import { isBlank, type Line } from './lines';

const signatureLinesMax = 30;
const blockLinesMax = 12;

/** Cut at RFC 3676's `-- `, or at what people draw instead. The first one counts: signatures have lines inside, too. */
export function withoutDelimited(lines: readonly Line[]): readonly Line[] {
  const from = Math.max(0, lines.length - 4 * signatureLinesMax);
  for (let at = from; at < lines.length; at++) {
    if (isDelimiter(lines, at)) return lines.slice(0, at);
  }
  return lines;
}

const customary = /^\s{0,2}(?:--|__|[\u2013\u2014]{1,2})\s*$/;
const rule =
  /^\s{0,2}(?:[-_=+\u2013\u2014]{3,80}|[*~#]{3,80}|[-=*~#/:+^\u2500-\u257f\u25a0-\u25cf\u2605\u2606\u30fb\uff0a\uff0d\uff0f\uff1d\uff3f\uff65]{5,80}|(?:[-_=*~] ){3,40}[-_=*~]?)\s*$/;

function isDelimiter(lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  if (!line || line.isCode || line.mark === 'divider' || line.text.length > 100) return false;
  const text = line.text.replace(/\u00a0/g, ' ');
  const isCustomary = customary.test(text);
  if (!isCustomary && !rule.test(text)) return false;
  const below = lines.slice(at + 1).filter((other) => !isBlank(other));
  if (text === '-- ') return below.length <= 2 * signatureLinesMax;
  if (isTableRule(lines, at) || endsInColon(lines.slice(0, at))) return false;
  if (isCustomary) return below.length <= signatureLinesMax && !startsProse(below);
  return isSigned(below) || (/^_{5,}$/.test(text.trim()) && isSmallPrint(lines, at));
}

/** It also parts what somebody lists. */
const startsProse = ([first]: readonly Line[]): boolean =>
  first !== undefined && isProse(first) && !aboutTheMail.test(first.plain);

/** What a program says of its own mail. */
const aboutTheMail =
  /^(?:this (?:e-?mail|message|mail)|you(?:'re| are) receiving|diese (?:e-?mail|nachricht)|ce (?:message|courriel)|este (?:mensaje|correo|e-?mail))\b/;

/** Between two lines of text without a blank one it may be a table's or a heading's. */
function isTableRule(lines: readonly Line[], at: number): boolean {
  const [above, below] = [lines[at - 1], lines[at + 1]];
  const isTight = above !== undefined && !isBlank(above) && below !== undefined && !isBlank(below);
  const width = lines[at]?.plain.length ?? 0;
  return isTight && (above.plain.includes('|') || (width > 3 && Math.abs(above.plain.length - width) <= 3));
}

/** `______` after a blank line, and at once below it a line or two that end the mail. */
function isSmallPrint(lines: readonly Line[], at: number): boolean {
  const below = lines.slice(at + 1);
  if (!isBlank(lines[at - 1]) || isBlank(below[0]) || below.length === 0 || below.length > 3) return false;
  return below.every(({ plain }) => plain.length <= 60);
}

/** A line across the page also parts what belongs together: sections, the items of an order. */
function isSigned(below: readonly Line[]): boolean {
  if (below.length > blockLinesMax) return false;
  if (below.some(({ plain }) => /unsubscribe|abmelden|désabonner|désinscrire|darse de baja/.test(plain)))
    return true;
  if (!below.every((line) => isCardLine(line) || isContact(line.plain))) return false;
  if (/[\d:]|[.!?。]$/.test(below[0]?.plain ?? '')) return false;
  return below.length <= 4 || below.some(({ plain }) => isContact(plain));
}
