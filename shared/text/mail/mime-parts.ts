import { readHeaderBlock, type Field } from './header-block';
import { endBefore, isBreak, lineAt } from './lines';
import { describePart, type Part } from './part';

/** A part that holds content: its headers, and its body as it is encoded. */
export interface Leaf {
  part: Part;
  body: Buffer;
  alternative: Alternative;
}

export interface Alternative {
  /** Parts that stand for each other (multipart/alternative) share this number. */
  group: number;
  /** Parts of the same alternative among them share this one. */
  branch: number;
}

export interface MailParts {
  /** Of the mail itself. */
  fields: readonly Field[];
  leaves: readonly Leaf[];
}

/** Nobody nests or counts parts like this; what is beyond stays one part. */
const depthMax = 100;
const partsMax = 5_000;

/**
 * Takes a mail apart in one pass over its lines: the parts in their order, those of multiparts in place of
 * these. A mail in a mail is one part.
 */
export function splitMimeParts(raw: Buffer): MailParts {
  const start = headersStart(raw);
  const { fields, bodyStart } = readHeaderBlock(raw, start);
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
  /** Undefined after the end of a multipart, where nothing belongs to anything. */
  current: CurrentPart | undefined;
  groups: number;
  parts: number;
}

interface CurrentPart {
  part: Part;
  bodyStart: number;
  alternative: Alternative;
  /** What this part has opened; until its first delimiter comes, its preamble is read. */
  multipart: Multipart | undefined;
}

interface Multipart {
  /** Undefined where it was not declared, or not truthfully: the first line that looks like a delimiter tells. */
  boundary: string | undefined;
  isDigest: boolean;
  /** That of what is in a multipart/alternative. */
  alternative: Alternative | undefined;
  /** Of the outermost multipart/alternative: each of its parts is an option. */
  isAlternative: boolean;
}

/** A byte order mark, blank lines and the line that mailboxes put before a mail are not part of it. */
function headersStart(raw: Buffer): number {
  let start = raw.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  for (let position = start; isBlank(raw[position]); position += 1)
    if (isBreak(raw[position])) start = position + 1;
  if (/^>?From /.test(raw.toString('latin1', start, start + 6))) start = lineAt(raw, start).next;
  return start;
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || isBreak(byte);

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const dash = 0x2d;

const isDashed = (raw: Buffer, position: number): boolean =>
  raw[position] === dash && raw[position + 1] === dash;

/** Calls with the start of each line that starts with two dashes; what is called returns where to go on. */
function forEachDashedLine(raw: Buffer, start: number, visit: (lineStart: number) => number): void {
  const afterLf = createFinder(raw, '\n--');
  const afterCr = createFinder(raw, '\r--');
  for (let position = start; position < raw.length;) {
    // The break before a line may be behind what was read last.
    const found = Math.min(afterLf(position - 1), afterCr(position - 1));
    position = found < raw.length ? visit(found + 1) : raw.length;
  }
}

/** Finds the next one from a position on, and looks at no byte twice. */
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

/** A line of dashes and a name, and below it a header of a part, can only be a delimiter. */
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

/** Whatever is nested in an option belongs to it. */
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

/** Whether the declared one occurs is looked up for the outermost multipart only: each look may read the whole mail. */
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

/** A multipart that ends without a part holds text that somebody may want to read. */
const toTextPart = (part: Part): Part => ({
  ...part,
  contentType: null,
  filename: null,
  isDeclaredAttachment: false,
});
