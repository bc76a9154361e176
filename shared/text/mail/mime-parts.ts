import { readHeaderBlock, readMailHeaders, type Field } from './header-block';
import { endBefore, lineAt } from './lines';
import { describePart, type Part } from './part';

/** A part with content: its headers and its encoded body. */
export interface Leaf {
  part: Part;
  body: Buffer;
  alternative: Alternative;
}

export interface Alternative {
  /** All alternatives of the same content (multipart/alternative) have the same group. */
  group: number;
  /** Parts of the same alternative have the same branch. */
  branch: number;
}

export interface MailParts {
  /** The headers of the email itself. */
  fields: readonly Field[];
  leaves: readonly Leaf[];
}

/**
 * The maximum depth and number of parts, which no real email reaches. Content beyond these limits remains a single
 * part.
 */
const depthMax = 100;
const partsMax = 5_000;

/**
 * Splits an email into its parts in one pass over the lines. Returns the parts in order. The parts of a multipart
 * replace the multipart, and an attached email is a single part.
 */
export function splitMimeParts(raw: Buffer): MailParts {
  const { fields, bodyStart } = readMailHeaders(raw);
  const state: ParserState = { raw, openMultiparts: [], leaves: [], current: undefined, groups: 0, parts: 0 };
  startPart(state, fields, bodyStart);
  forEachDashedLine(raw, bodyStart, (lineStart) => readDelimiter(state, lineStart));
  endPart(state, raw.length);
  return { fields, leaves: state.leaves };
}

interface ParserState {
  raw: Buffer;
  /** The multiparts around the current position, from the outermost. */
  openMultiparts: readonly Multipart[];
  leaves: Leaf[];
  /** Undefined after the end of a multipart, where the text belongs to no part. */
  current: CurrentPart | undefined;
  groups: number;
  parts: number;
}

interface CurrentPart {
  part: Part;
  bodyStart: number;
  alternative: Alternative;
  /** The multipart that this part starts. The text before its first delimiter is its preamble. */
  multipart: Multipart | undefined;
}

interface Multipart {
  /**
   * The boundary. If the declared boundary is missing or wrong, undefined until the first line that looks like a
   * delimiter.
   */
  boundary: string | undefined;
  isDigest: boolean;
  /** The alternative of the current part, inside a multipart/alternative. */
  alternative: Alternative | undefined;
  /** Whether each part of the multipart is an alternative. True only for the outermost multipart/alternative. */
  isAlternative: boolean;
}

const dash = 0x2d;

const isDashed = (raw: Buffer, position: number): boolean =>
  raw[position] === dash && raw[position + 1] === dash;

/** Calls `visit` with the start of each line that begins with two dashes. `visit` returns where to continue. */
function forEachDashedLine(raw: Buffer, start: number, visit: (lineStart: number) => number): void {
  const afterLf = createFinder(raw, '\n--');
  const afterCr = createFinder(raw, '\r--');
  for (let position = start; position < raw.length;) {
    // The last byte that was read may be the line break before the next line.
    const found = Math.min(afterLf(position - 1), afterCr(position - 1));
    position = found < raw.length ? visit(found + 1) : raw.length;
  }
}

/**
 * Returns a function that finds the next occurrence at or after a position. Across all calls, the function reads each
 * byte only once.
 */
function createFinder(raw: Buffer, text: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found < from) found = raw.indexOf(text, Math.max(from, 0), 'latin1');
    if (found < 0) found = raw.length;
    return found;
  };
}

function readDelimiter(state: ParserState, lineStart: number): number {
  if (state.openMultiparts.length === 0 || state.parts >= partsMax) return state.raw.length;
  const delimiter = delimiterAt(state, lineStart);
  if (!delimiter) return lineStart + 2;
  const isPreamble =
    state.current?.multipart !== undefined &&
    state.current.multipart === state.openMultiparts[delimiter.level];
  if (!isPreamble) endPart(state, endBefore(state.raw, lineStart));
  state.current = undefined;
  state.openMultiparts = state.openMultiparts.slice(
    0,
    delimiter.isLast ? delimiter.level : delimiter.level + 1,
  );
  const { next } = lineAt(state.raw, lineStart);
  if (delimiter.isLast) return next;

  const isOutside = (start: number) => isDashed(state.raw, start) && delimiterAt(state, start) !== undefined;
  const { fields, bodyStart } = readHeaderBlock(state.raw, next, isOutside);
  startPart(state, fields, bodyStart);
  return bodyStart;
}

interface Delimiter {
  level: number;
  isLast: boolean;
}

const delimiterLengthMax = 1_000;

function delimiterAt(state: ParserState, lineStart: number): Delimiter | undefined {
  const { end, next } = lineAt(state.raw, lineStart);
  if (end - lineStart > delimiterLengthMax) return undefined;
  const text = state.raw.toString('latin1', lineStart + 2, end).trimEnd();
  const level = levelOf(state, text);
  if (level >= 0) return { level, isLast: false };
  const closedLevel = text.endsWith('--') ? levelOf(state, text.slice(0, -2).trimEnd()) : -1;
  return closedLevel >= 0 ? { level: closedLevel, isLast: true } : guessDelimiter(state, text, next);
}

const levelOf = (state: ParserState, boundary: string): number =>
  state.openMultiparts.findLastIndex((multipart) => multipart.boundary === boundary);

/**
 * Guesses a delimiter. A line with two dashes and a name, directly above the header of a part, can only be a delimiter.
 */
function guessDelimiter(state: ParserState, text: string, next: number): Delimiter | undefined {
  const innermost = state.openMultiparts.at(-1);
  if (innermost?.boundary !== undefined || text === '') return undefined;
  if (!/^content-[a-z-]+[ \t]*:/i.test(state.raw.toString('latin1', next, next + 40))) return undefined;
  if (innermost) innermost.boundary = text;
  return { level: state.openMultiparts.length - 1, isLast: false };
}

function startPart(state: ParserState, fields: readonly Field[], bodyStart: number): void {
  const enclosing = state.openMultiparts.at(-1);
  const description = describePart(fields);
  const isMail = enclosing?.isDigest === true && description.contentType === null;
  const part = isMail ? { ...description, contentType: 'message/rfc822' } : description;
  state.parts += 1;
  const alternative = alternativeIn(state, enclosing);
  const multipart = startMultipart(state, part, bodyStart, alternative);
  state.current = { part, bodyStart, alternative, multipart };
  if (multipart) state.openMultiparts = [...state.openMultiparts, multipart];
}

/** Returns the alternative of a part. Parts that are nested in an alternative belong to that alternative. */
function alternativeIn(state: ParserState, enclosing: Multipart | undefined): Alternative {
  if (!enclosing?.alternative) return { group: state.groups++, branch: 0 };
  if (enclosing.isAlternative)
    enclosing.alternative = { group: enclosing.alternative.group, branch: enclosing.alternative.branch + 1 };
  return enclosing.alternative;
}

function startMultipart(
  state: ParserState,
  part: Part,
  bodyStart: number,
  alternative: Alternative,
): Multipart | undefined {
  if (part.contentType?.startsWith('multipart/') !== true || state.openMultiparts.length >= depthMax)
    return undefined;
  const outerAlternative = state.openMultiparts.at(-1)?.alternative;
  const isAlternative = outerAlternative === undefined && part.contentType === 'multipart/alternative';
  return {
    boundary: usableBoundary(state, part, bodyStart),
    isDigest: part.contentType === 'multipart/digest',
    alternative: isAlternative ? alternative : outerAlternative && alternative,
    isAlternative,
  };
}

/**
 * Returns the declared boundary if it is usable. Checks only for the outermost multipart whether the boundary occurs,
 * because each check may read the whole email.
 */
function usableBoundary(state: ParserState, part: Part, bodyStart: number): string | undefined {
  const boundary = boundaryOf(part);
  if (boundary === '') return undefined;
  const isOutermost = state.openMultiparts.length === 0;
  return isOutermost && state.raw.indexOf(`--${boundary}`, bodyStart, 'latin1') < 0 ? undefined : boundary;
}

const boundaryOf = (part: Part): string =>
  Buffer.from(part.params.get('boundary') ?? '')
    .toString('latin1')
    .trimEnd();

function endPart(state: ParserState, end: number): void {
  if (!state.current) return;
  const { part, bodyStart, alternative, multipart } = state.current;
  const body = state.raw.subarray(bodyStart, Math.max(bodyStart, end));
  state.leaves.push({ part: multipart ? toTextPart(part) : part, alternative, body });
}

/** Converts a multipart without parts to text, because the multipart may contain readable text. */
const toTextPart = (part: Part): Part => ({
  ...part,
  contentType: null,
  filename: null,
  isDeclaredAttachment: false,
});
