import { readHeaderBlock, type Field } from './header-block';
import { endBefore, isBreak, lineAt } from './lines';
import { describePart, type Part } from './part';

/** A part that holds content: its headers, and its body as it is encoded. */
export interface Leaf {
  part: Part;
  body: Buffer;
  place: Place;
}

export interface Place {
  /** Parts that stand for each other (multipart/alternative) share this number. */
  choice: number;
  /** Parts of the same alternative among them share this one. */
  option: number;
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
export function takeApart(raw: Buffer): MailParts {
  const start = headersStart(raw);
  const { fields, bodyStart } = readHeaderBlock(raw, start);
  const walk: Walk = { raw, open: [], leaves: [], current: undefined, choices: 0, parts: 0 };
  startPart(walk, fields, bodyStart);
  forEachDashedLine(raw, bodyStart, (lineStart) => readDelimiter(walk, lineStart));
  endPart(walk, raw.length);
  return { fields, leaves: walk.leaves };
}

interface Walk {
  raw: Buffer;
  /** The multiparts around the current position, from the outermost. */
  open: readonly Multipart[];
  leaves: Leaf[];
  /** Undefined after the end of a multipart, where nothing belongs to anything. */
  current: Current | undefined;
  choices: number;
  parts: number;
}

interface Current {
  part: Part;
  bodyStart: number;
  place: Place;
  /** What this part has opened; until its first delimiter comes, its preamble is read. */
  opened: Multipart | undefined;
}

interface Multipart {
  /** Undefined where it was not declared, or not truthfully: the first line that looks like a delimiter tells. */
  boundary: string | undefined;
  isDigest: boolean;
  /** That of what is in a multipart/alternative. */
  place: Place | undefined;
  /** Of the outermost multipart/alternative: each of its parts is an option. */
  isChoice: boolean;
}

/** A byte order mark, blank lines and the line that mailboxes put before a mail are not part of it. */
function headersStart(raw: Buffer): number {
  let start = raw.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  for (let at = start; isBlank(raw[at]); at += 1) if (isBreak(raw[at])) start = at + 1;
  if (/^>?From /.test(raw.toString('latin1', start, start + 6))) start = lineAt(raw, start).next;
  return start;
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || isBreak(byte);

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const dash = 0x2d;

const isDashed = (raw: Buffer, at: number): boolean => raw[at] === dash && raw[at + 1] === dash;

/** Calls with the start of each line that starts with two dashes; what is called returns where to go on. */
function forEachDashedLine(raw: Buffer, start: number, visit: (lineStart: number) => number): void {
  const afterLf = finder(raw, '\n--');
  const afterCr = finder(raw, '\r--');
  for (let at = start; at < raw.length;) {
    // The break before a line may be behind what was read last.
    const found = Math.min(afterLf(at - 1), afterCr(at - 1));
    at = found < raw.length ? visit(found + 1) : raw.length;
  }
}

/** Finds the next one from a position on, and looks at no byte twice. */
function finder(raw: Buffer, text: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found < from) found = raw.indexOf(text, Math.max(from, 0), 'latin1');
    if (found < 0) found = raw.length;
    return found;
  };
}

function readDelimiter(walk: Walk, lineStart: number): number {
  if (walk.open.length === 0 || walk.parts >= partsMax) return walk.raw.length;
  const delimiter = delimiterAt(walk, lineStart);
  if (!delimiter) return lineStart + 2;
  const isPreamble = walk.current?.opened !== undefined && walk.current.opened === walk.open[delimiter.level];
  if (!isPreamble) endPart(walk, endBefore(walk.raw, lineStart));
  walk.current = undefined;
  walk.open = walk.open.slice(0, delimiter.isLast ? delimiter.level : delimiter.level + 1);
  const { next } = lineAt(walk.raw, lineStart);
  if (delimiter.isLast) return next;

  const isOutside = (start: number) => isDashed(walk.raw, start) && delimiterAt(walk, start) !== undefined;
  const { fields, bodyStart } = readHeaderBlock(walk.raw, next, isOutside);
  startPart(walk, fields, bodyStart);
  return bodyStart;
}

interface Delimiter {
  level: number;
  isLast: boolean;
}

const delimiterLengthMax = 1_000;

function delimiterAt(walk: Walk, lineStart: number): Delimiter | undefined {
  const { end, next } = lineAt(walk.raw, lineStart);
  if (end - lineStart > delimiterLengthMax) return undefined;
  const text = walk.raw.toString('latin1', lineStart + 2, end).trimEnd();
  const level = levelOf(walk, text);
  if (level >= 0) return { level, isLast: false };
  const closed = text.endsWith('--') ? levelOf(walk, text.slice(0, -2).trimEnd()) : -1;
  return closed >= 0 ? { level: closed, isLast: true } : guessedDelimiter(walk, text, next);
}

const levelOf = (walk: Walk, boundary: string): number =>
  walk.open.findLastIndex((multipart) => multipart.boundary === boundary);

/** A line of dashes and a name, and below it a header of a part, can only be a delimiter. */
function guessedDelimiter(walk: Walk, text: string, next: number): Delimiter | undefined {
  const innermost = walk.open.at(-1);
  if (innermost?.boundary !== undefined || text === '') return undefined;
  if (!/^content-[a-z-]+[ \t]*:/i.test(walk.raw.toString('latin1', next, next + 40))) return undefined;
  if (innermost) innermost.boundary = text;
  return { level: walk.open.length - 1, isLast: false };
}

function startPart(walk: Walk, fields: readonly Field[], bodyStart: number): void {
  const around = walk.open.at(-1);
  const described = describePart(fields);
  const isMail = around?.isDigest === true && described.contentType === null;
  const part = isMail ? { ...described, contentType: 'message/rfc822' } : described;
  walk.parts += 1;
  const place = placeIn(walk, around);
  const opened = openedBy(walk, part, bodyStart, place);
  walk.current = { part, bodyStart, place, opened };
  if (opened) walk.open = [...walk.open, opened];
}

/** Whatever is nested in an option belongs to it. */
function placeIn(walk: Walk, around: Multipart | undefined): Place {
  if (!around?.place) return { choice: walk.choices++, option: 0 };
  if (around.isChoice) around.place = { choice: around.place.choice, option: around.place.option + 1 };
  return around.place;
}

function openedBy(walk: Walk, part: Part, bodyStart: number, place: Place): Multipart | undefined {
  if (part.contentType?.startsWith('multipart/') !== true || walk.open.length >= depthMax) return undefined;
  const outer = walk.open.at(-1)?.place;
  const isChoice = outer === undefined && part.contentType === 'multipart/alternative';
  return {
    boundary: usableBoundary(walk, part, bodyStart),
    isDigest: part.contentType === 'multipart/digest',
    place: isChoice ? place : outer && place,
    isChoice,
  };
}

/** Whether the declared one occurs is looked up for the outermost multipart only: each look may read the whole mail. */
function usableBoundary(walk: Walk, part: Part, bodyStart: number): string | undefined {
  const boundary = boundaryOf(part);
  if (boundary === '') return undefined;
  const isOutermost = walk.open.length === 0;
  return isOutermost && walk.raw.indexOf(`--${boundary}`, bodyStart, 'latin1') < 0 ? undefined : boundary;
}

const boundaryOf = (part: Part): string =>
  Buffer.from(part.params.get('boundary') ?? '')
    .toString('latin1')
    .trimEnd();

function endPart(walk: Walk, end: number): void {
  if (!walk.current) return;
  const { part, bodyStart, place, opened } = walk.current;
  const body = walk.raw.subarray(bodyStart, Math.max(bodyStart, end));
  walk.leaves.push({ part: opened ? asText(part) : part, place, body });
}

/** A multipart that ends without a part holds text that somebody may want to read. */
const asText = (part: Part): Part => ({
  ...part,
  contentType: null,
  filename: null,
  isDeclaredAttachment: false,
});
