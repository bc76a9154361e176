import { attributionEndingAt, splitSharedLine, startsWithAttribution } from './attribution';
import { groupWiseLinesAt } from './group-wise';
import { headerBlockAt, startOfFieldsAbove, startsAnyHeader } from './header-block';
import { isBlank, isDivider, type Line } from './lines';
import { isForwardSeparator, isOriginalSeparator } from './separators';

/** Consecutive lines of the same kind. Attributions and unmarked history belong to no part. */
export interface Part {
  kind: 'own' | 'quote' | 'forward';
  lines: Line[];
  /** The lines above a quote that may be an attribution or the sender's own, such as `Kim wrote:`. */
  introduction: readonly Line[];
  /** Whether a client named the author of the quote. */
  isAttributed: boolean;
  /** Whether a client introduced the quote as history: by its author, a mail header, a separator or its HTML. */
  isHistory: boolean;
}

interface ReaderState {
  lines: readonly Line[];
  parts: Part[];
  own: Line[];
  position: number;
  /** Whether an attribution was found after the last words of the sender. */
  isAttributed: boolean;
  /** Where the attribution starts, if the sender may have written it. */
  introductionStart: number | undefined;
  /** Whether the email is a forward according to its subject. */
  isForward: boolean;
}

/**
 * The maximum number of lines to check against the rules. In hostile text, every line may look like the start of
 * history.
 */
const ruleChecksMax = 5_000;

export function readParts(lines: readonly Line[], isForward: boolean): Part[] {
  const state: ReaderState = {
    ...{ lines, parts: [], own: [], position: 0, isForward },
    ...{ isAttributed: false, introductionStart: undefined },
  };
  let ruleChecks = 0;
  while (state.position < lines.length) {
    const line = lines[state.position];
    if (!line) break;
    const groupWise = line.quoted > 0 ? groupWiseLinesAt(lines, state.position) : undefined;
    if (groupWise) readHistory(state, groupWise.end);
    else if (line.quoted > 0) readQuote(state);
    else if (isBlank(line) || line.isCode || ++ruleChecks > ruleChecksMax) readOwnLine(state, line);
    else readStructuralLine(state, line);
  }
  flushOwnLines(state);
  return state.parts;
}

function readOwnLine(state: ReaderState, line: Line): void {
  if (!isBlank(line)) {
    state.isAttributed = false;
    state.introductionStart = undefined;
  }
  if (state.introductionStart === undefined) state.own.push(line);
  state.position++;
}

function flushOwnLines({ parts, own }: ReaderState): void {
  if (own.some((line) => !isBlank(line))) parts.push(unattributed('own', [...own]));
  own.length = 0;
}

const unattributed = (kind: Part['kind'], lines: Line[]): Part => ({
  kind,
  lines,
  introduction: [],
  isAttributed: false,
  isHistory: false,
});

function readStructuralLine(state: ReaderState, line: Line): void {
  const { lines, position: at } = state;
  if (isForwardSeparator(line)) return readRestAsForward(state);
  if (line.mark === 'attribution') return readAttribution(state, at, endOfMark(lines, at));
  const end = endOfHistoryHeader(lines, at, line);
  if (end !== undefined) return readHistory(state, end);
  const isQuoteBelow = isQuoteNext(lines, at + 1);
  const ownLinePart = isQuoteBelow ? splitSharedLine(line) : undefined;
  const attribution = ownLinePart ? undefined : attributionEndingAt(lines, at, isQuoteBelow);
  if (attribution) {
    if (isQuoteBelow && attribution.start === at) splitSharedOwnLine(state.own, line);
    readAttribution(state, startOfFieldsAbove(lines, attribution.start), attribution.end);
    if (attribution.isUncertain) state.introductionStart = attribution.start;
    state.isAttributed &&= attribution.isNamed;
    return;
  }
  readOwnLine(state, ownLinePart ?? line);
  state.isAttributed = ownLinePart !== undefined;
}

/** Handles an attribution that starts on the sender's last line and is wrapped. */
function splitSharedOwnLine(own: Line[], line: Line): void {
  const above = own.at(-1);
  if (!above || isBlank(above)) return;
  const joined = { ...above, text: `${above.text} ${line.text}`, plain: `${above.plain} ${line.plain}` };
  const before = splitSharedLine(joined);
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

/**
 * Handles an attribution. Above a quote, the attribution names the author of the quote. Above unquoted text, all text
 * below is history, because nothing marks the end of the history.
 */
function readAttribution(state: ReaderState, start: number, end: number): void {
  state.own.length = Math.max(0, state.own.length - (state.position - start));
  if (!isQuoteNext(state.lines, end) && hasOwnWords(state)) return endWithHistory(state);
  state.isAttributed = true;
  state.position = end;
}

/** Handles the header of an original email. If the sender wrote nothing above the header, the email is a forward. */
function readHistory(state: ReaderState, end: number): void {
  const { lines, position: at, isForward } = state;
  if (isForward || lines.slice(at, at + 4).some(isForwardSeparator)) return readRestAsForward(state);
  if (isQuoteNext(lines, end)) return readAttribution(state, at, end);
  if (hasOwnWords(state)) return endWithHistory(state);
  const isSeparatorOnly = end === at + 1 && lines[at]?.mark !== 'history';
  if (isSeparatorOnly && attributionBelow(lines, end)) state.position = end;
  else readRestAsForward(state);
}

const attributionBelow = (lines: readonly Line[], from: number): boolean =>
  [0, 1, 2, 3].some((more) => attributionEndingAt(lines, from + more, true)?.start === from);

const hasOwnWords = ({ own, parts }: ReaderState): boolean =>
  parts.some(({ kind }) => kind === 'own') || own.some((line) => !isBlank(line) && !isDivider(line));

const skipToEnd = (state: ReaderState): void => {
  state.position = state.lines.length;
};

/** Treats all remaining lines as a quote without quote marks. */
function endWithHistory(state: ReaderState): void {
  flushOwnLines(state);
  state.parts.push({ kind: 'quote', lines: [], introduction: [], isAttributed: true, isHistory: true });
  skipToEnd(state);
}

function readRestAsForward(state: ReaderState): void {
  flushOwnLines(state);
  state.parts.push(unattributed('forward', state.lines.slice(state.position)));
  skipToEnd(state);
}

function readQuote(state: ReaderState): void {
  const { lines, position: start, isAttributed, introductionStart } = state;
  const first = lines[start];
  if (first && !isAttributed && isForwardSeparator(first)) return readRestAsForward(state);
  flushOwnLines(state);
  while ((lines[state.position]?.quoted ?? 0) > 0 || isInsideQuote(lines, state.position)) state.position++;
  state.introductionStart = undefined;
  const part = quotePart(lines.slice(start, state.position), isAttributed);
  const isUncertain = introductionStart !== undefined && !isMarkedAsHistory(part.lines);
  state.parts.push({ ...part, introduction: isUncertain ? lines.slice(introductionStart, start) : [] });
}

function quotePart(lines: Line[], isNamedAbove: boolean): Part {
  const isAttributed = isNamedAbove || startsWithAttribution(lines) || headerBlockAt(lines, 0) !== undefined;
  const isHistory = isAttributed || isMarkedAsHistory(lines);
  return { kind: 'quote', lines, introduction: [], isAttributed, isHistory };
}

/** The number of lines at the start of a quote in which a client introduces the history. */
const introductionMax = 3;

/** The number of lines in which a mail header inside the quote may end. */
const headerLinesMax = 60;

function isMarkedAsHistory(quote: readonly Line[]): boolean {
  const start = quote.slice(0, headerLinesMax).filter((line) => !isBlank(line));
  if (start[0]?.isClientQuote) return true;
  const unquoted = start.map(withoutQuoteMarks);
  return unquoted
    .slice(0, introductionMax)
    .some((line, index) => isOriginalSeparator(line) || headerBlockAt(unquoted, index) !== undefined);
}

const withoutQuoteMarks = (line: Line): Line => ({ ...line, quoted: line.nested });

/** Whether the line is a blank line between quoted lines, or the rest of a long quoted line that a program wrapped. */
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
