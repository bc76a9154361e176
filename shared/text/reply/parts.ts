import { attributionEndingAt, sharedLineSplit, startsWithAttribution } from './attribution';
import { headerBlockAt, startsAnyHeader } from './header-block';
import { isBlank, isDivider, type Line } from './lines';
import { isForwardSeparator, isOriginalSeparator } from './separators';

/** A run of lines that belong together. What clients put above a quote, and what they append, is in none. */
export interface Part {
  kind: 'own' | 'quote' | 'forward';
  lines: Line[];
  /** A client said whose words the quote holds. */
  isAttributed: boolean;
}

interface Reading {
  lines: readonly Line[];
  parts: Part[];
  own: Line[];
  at: number;
  /** Since the last words of the person, somebody was named as the author of what follows. */
  isAttributed: boolean;
  /** The mail passes on what its client has put below. */
  isForward: boolean;
}

/** Hostile text can look like the beginning of history on each line. Mail does not, so rules are asked only so often. */
const questionsMax = 5_000;

export function readParts(lines: readonly Line[], isForward: boolean): Part[] {
  const reading: Reading = { lines, parts: [], own: [], at: 0, isAttributed: false, isForward };
  let questions = 0;
  while (reading.at < lines.length) {
    const line = lines[reading.at];
    if (!line) break;
    if (line.quoted > 0) readQuote(reading);
    else if (isBlank(line) || line.isCode || ++questions > questionsMax) readOwn(reading, line);
    else readMarked(reading, line);
  }
  endOwn(reading);
  return reading.parts;
}

function readOwn(reading: Reading, line: Line): void {
  reading.own.push(line);
  if (!isBlank(line)) reading.isAttributed = false;
  reading.at++;
}

function endOwn({ parts, own }: Reading): void {
  if (own.some((line) => !isBlank(line))) parts.push({ kind: 'own', lines: [...own], isAttributed: false });
  own.length = 0;
}

function readMarked(reading: Reading, line: Line): void {
  const { lines, at } = reading;
  if (isForwardSeparator(line)) return forwardRest(reading);
  if (line.mark === 'attribution') return readAttribution(reading, at, endOfMark(lines, at));
  const end = endOfHistoryHeader(lines, at, line);
  if (end !== undefined) return readHistory(reading, end);
  const isQuoteBelow = isQuoteNext(lines, at + 1);
  const shared = isQuoteBelow ? sharedLineSplit(line) : undefined;
  const attribution = shared ? undefined : attributionEndingAt(lines, at, isQuoteBelow);
  if (attribution) {
    if (isQuoteBelow && attribution.start === at) cutShared(reading.own, line);
    return readAttribution(reading, attribution.start, attribution.end);
  }
  readOwn(reading, shared ?? line);
  reading.isAttributed = shared !== undefined;
}

/** The attribution began on the person's last line, and was wrapped. */
function cutShared(own: Line[], line: Line): void {
  const above = own.at(-1);
  if (!above || isBlank(above)) return;
  const joined = { ...above, text: `${above.text} ${line.text}`, plain: `${above.plain} ${line.plain}` };
  const before = sharedLineSplit(joined);
  if (before && before.text.length < above.text.length) own[own.length - 1] = before;
}

function endOfMark(lines: readonly Line[], at: number): number {
  let end = at;
  while (
    lines[end]?.mark === 'attribution' ||
    (isBlank(lines[end]) && lines[end + 1]?.mark === 'attribution')
  )
    end++;
  return end;
}

function endOfHistoryHeader(lines: readonly Line[], at: number, line: Line): number | undefined {
  if (isOriginalSeparator(line)) {
    const next = lines.findIndex((other, index) => index > at && index < at + 4 && !isBlank(other));
    return headerBlockAt(lines, next < 0 ? at + 1 : next)?.end ?? at + 1;
  }
  if (line.mark === 'history') return at + 1;
  if (line.mark === 'divider' && startsAnyHeader(lines, at)) return at + 1;
  return headerBlockAt(lines, at)?.end;
}

const blankMax = 6;

function isQuoteNext(lines: readonly Line[], from: number): boolean {
  for (let at = from; at < from + blankMax; at++)
    if (!isBlank(lines[at])) return (lines[at]?.quoted ?? 0) > 0;
  return false;
}

/** Above a quote it only names the author. Above plain text, all that follows is history: nothing tells where it ends. */
function readAttribution(reading: Reading, start: number, end: number): void {
  reading.own.length = Math.max(0, reading.own.length - (reading.at - start));
  if (!isQuoteNext(reading.lines, end) && hasOwnWords(reading)) return endWithHistory(reading);
  reading.isAttributed = true;
  reading.at = end;
}

/** Without a word above it, a header is what the person passes on. */
function readHistory(reading: Reading, end: number): void {
  const { lines, at, isForward } = reading;
  if (isForward || lines.slice(at, at + 4).some(isForwardSeparator)) return forwardRest(reading);
  if (isQuoteNext(lines, end)) return readAttribution(reading, at, end);
  if (hasOwnWords(reading)) return endWithHistory(reading);
  const isSeparatorOnly = end === at + 1 && lines[at]?.mark !== 'history';
  if (isSeparatorOnly && attributionBelow(lines, end)) reading.at = end;
  else forwardRest(reading);
}

const attributionBelow = (lines: readonly Line[], from: number): boolean =>
  [0, 1, 2, 3].some((more) => attributionEndingAt(lines, from + more, true)?.start === from);

const hasOwnWords = ({ own, parts }: Reading): boolean =>
  parts.some(({ kind }) => kind === 'own') || own.some((line) => !isBlank(line) && !isDivider(line));

const endReading = (reading: Reading): void => {
  reading.at = reading.lines.length;
};

/** All the rest is quoted, without a mark on each line. */
function endWithHistory(reading: Reading): void {
  endOwn(reading);
  reading.parts.push({ kind: 'quote', lines: [], isAttributed: true });
  endReading(reading);
}

function forwardRest(reading: Reading): void {
  endOwn(reading);
  reading.parts.push({ kind: 'forward', lines: reading.lines.slice(reading.at), isAttributed: false });
  endReading(reading);
}

function readQuote(reading: Reading): void {
  const { lines, at: start, isAttributed } = reading;
  const first = lines[start];
  if (first && !isAttributed && isForwardSeparator(first)) return forwardRest(reading);
  endOwn(reading);
  while ((lines[reading.at]?.quoted ?? 0) > 0 || isInsideQuote(lines, reading.at)) reading.at++;
  reading.parts.push(quotePart(lines.slice(start, reading.at), isAttributed));
}

const quotePart = (lines: Line[], isAttributed: boolean): Part => ({
  kind: 'quote',
  lines,
  isAttributed: isAttributed || startsWithAttribution(lines) || headerBlockAt(lines, 0) !== undefined,
});

/** A blank line between quoted ones, or the rest of a quoted line that was too long for a program on the way. */
function isInsideQuote(lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  if (!line) return false;
  if (isBlank(line)) return isQuoteNext(lines, at);
  const [above, below] = [lines[at - 1], lines[at + 1]];
  return isWrapped(above, line) && (below?.quoted ?? 0) > 0;
}

const fullLine = 60;

const isWrapped = (above: Line | undefined, line: Line): boolean =>
  above !== undefined &&
  above.quoted > above.nested &&
  above.text.length >= fullLine &&
  /^\s{0,3}\p{Ll}/u.test(line.text);
