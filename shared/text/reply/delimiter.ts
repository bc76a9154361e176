import { endsInColon, isCardLine, isContact, isProse } from './card';
import { isBlank, type Line } from './lines';

const signatureLinesMax = 30;
const blockLinesMax = 12;

/**
 * Removes the first delimiter and all text below it. A delimiter is RFC 3676's `-- ` or a similar line. Later
 * delimiters may be part of the signature.
 */
export function withoutDelimited(lines: readonly Line[]): readonly Line[] {
  const from = Math.max(0, lines.length - 4 * signatureLinesMax);
  for (let index = from; index < lines.length; index++) {
    if (isDelimiter(lines, index)) return lines.slice(0, index);
  }
  return lines;
}

/** Whether the line is `--` or `-- `, and few lines follow. */
export const isBareDelimiter = (lines: readonly Line[], index: number): boolean =>
  /^--\s*$/.test(lines[index]?.text ?? '') && lines.length - index <= 2 * signatureLinesMax;

const usualDelimiter = /^\s{0,2}(?:--|__|[\u2013\u2014]{1,2})\s*$/;
const drawnRule =
  /^\s{0,2}(?:[-_=+\u2013\u2014]{3,80}|[*~#]{3,80}|[-=*~#/:+^\u2500-\u257f\u25a0-\u25cf\u2605\u2606\u30fb\uff0a\uff0d\uff0f\uff1d\uff3f\uff65]{5,80}|(?:[-_=*~] ){3,40}[-_=*~]?)\s*$/;

function isDelimiter(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (!line || line.isCode || line.mark === 'divider' || line.text.length > 100) return false;
  const text = line.text.replace(/\u00a0/g, ' ');
  const isCustomary = usualDelimiter.test(text);
  if (!isCustomary && !drawnRule.test(text)) return false;
  const below = lines.slice(index + 1).filter((other) => !isBlank(other));
  if (text === '-- ') return below.length <= 2 * signatureLinesMax;
  if (isTableRule(lines, index) || endsInColon(lines.slice(0, index))) return false;
  if (isCustomary) return below.length <= signatureLinesMax && !startsProse(below);
  return isSignatureBlock(below) || (/^_{5,}$/.test(text.trim()) && isSmallPrint(lines, index));
}

/**
 * Whether the text starts with prose that is not an automated notice. Such prose below a line shows that the line
 * separates sections.
 */
const startsProse = ([first]: readonly Line[]): boolean =>
  first !== undefined && isProse(first) && !automatedNotice.test(first.plain);

/** The start of a notice that a program adds to its email. */
const automatedNotice =
  /^(?:this (?:e-?mail|message|mail)|you(?:'re| are) receiving|diese (?:e-?mail|nachricht)|ce (?:message|courriel)|este (?:mensaje|correo|e-?mail))\b/;

/** Whether the line may belong to a table or a heading, which have text directly above and below such a line. */
function isTableRule(lines: readonly Line[], index: number): boolean {
  const [above, below] = [lines[index - 1], lines[index + 1]];
  const isTight = above !== undefined && !isBlank(above) && below !== undefined && !isBlank(below);
  const width = lines[index]?.plain.length ?? 0;
  return isTight && (above.plain.includes('|') || (width > 3 && Math.abs(above.plain.length - width) <= 3));
}

/** Whether the line is `______` after a blank line, and the email ends with one to three short lines directly below. */
function isSmallPrint(lines: readonly Line[], index: number): boolean {
  const below = lines.slice(index + 1);
  if (!isBlank(lines[index - 1]) || isBlank(below[0]) || below.length === 0 || below.length > 3) return false;
  return below.every(({ plain }) => plain.length <= 60);
}

/**
 * Whether the text below a line across the page is a signature. Such a line may also separate sections or the items of
 * an order.
 */
function isSignatureBlock(below: readonly Line[]): boolean {
  if (below.length > blockLinesMax) return false;
  if (below.some(({ plain }) => /unsubscribe|abmelden|désabonner|désinscrire|darse de baja/.test(plain)))
    return true;
  if (!below.every((line) => isCardLine(line) || isContact(line.plain))) return false;
  if (/[\d:]|[.!?。]$/.test(below[0]?.plain ?? '')) return false;
  return below.length <= 4 || below.some(({ plain }) => isContact(plain));
}
