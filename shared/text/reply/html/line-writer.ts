import { needsSpace, type Separation } from '../../separation';
import { blankLine, lineOf, linesMax, type Line, type LineLink, type Mark } from '../lines';

/** Assembles text into lines, with the line breaks of a browser. */
export interface LineWriter {
  lines: Line[];
  pieces: string[];
  linkedPieces: string[];
  /** The links that no line has yet. */
  links: LineLink[];
  /** The link around the next text. */
  openLink: LineLink | undefined;
  nested: number;
  /** The number of open elements around the text that a client marked as history. */
  clientQuotes: number;
  mark: Mark | undefined;
  /** A mark for the next line only. */
  nextMark: Mark | undefined;
  /** Whether the next text needs a blank line above. */
  needsBlankLine: boolean;
  /** The bullet or number of a list item, written before the next text. */
  prefix: string;
  /** How the next text is separated from the text before it. */
  pendingSeparation: Separation | undefined;
  /** Whether an image is the only content after the last quote. */
  hasImageBelowQuote: boolean;
}

export const newWriter = (): LineWriter => ({
  lines: [],
  pieces: [],
  linkedPieces: [],
  links: [],
  openLink: undefined,
  nested: 0,
  clientQuotes: 0,
  mark: undefined,
  nextMark: undefined,
  needsBlankLine: false,
  prefix: '',
  pendingSeparation: undefined,
  hasImageBelowQuote: false,
});

/** Writes text. Collapses white space as browsers do, except in `<pre>`. */
export function writeText(writer: LineWriter, text: string, keepsSpace: boolean): void {
  if (!keepsSpace) return addPiece(writer, collapseWhitespace(writer, text));
  const [first = '', ...rest] = text.split('\n');
  addPiece(writer, first);
  for (const line of rest) {
    breakLine(writer, true);
    addPiece(writer, line);
  }
}

function collapseWhitespace({ pieces }: LineWriter, text: string): string {
  const single = text.replace(/[ \t\n\r\f]+/g, ' ');
  const isSpaceBefore = pieces.length === 0 || pieces.at(-1)?.endsWith(' ');
  return isSpaceBefore && single.startsWith(' ') ? single.slice(1) : single;
}

function addPiece(writer: LineWriter, text: string): void {
  if (text === '') return;
  const { pendingSeparation, pieces } = writer;
  writer.pendingSeparation = undefined;
  const piece =
    pendingSeparation && needsSpace(pendingSeparation, pieces.at(-1) ?? '', text) ? ` ${text}` : text;
  addToLink(writer, piece);
  writer.pieces.push(piece);
  writer.linkedPieces.push(piece);
}

export function setPendingSeparation(writer: LineWriter, separation: Separation | undefined): void {
  if (separation && writer.pendingSeparation !== 'words') writer.pendingSeparation = separation;
}

export const writeLink = (writer: LineWriter, href: string): void => {
  writer.linkedPieces.push(` <${href}>`);
};

export function startLink(writer: LineWriter, href: string): void {
  writer.openLink = { href, text: '' };
  writer.links.push(writer.openLink);
}

/** The text of a link is truncated at this length. */
const linkTextMax = 1_000;

export function addToLink({ openLink }: LineWriter, text: string): void {
  if (openLink) openLink.text = (openLink.text + text).slice(0, linkTextMax);
}

/** Gives the links to a line. Links of images have no line of their own. */
function placeLinks(writer: LineWriter, line: Line | undefined): void {
  if (writer.links.length === 0 || !line || line.nested !== writer.nested) return;
  line.links = [...(line.links ?? []), ...writer.links];
  writer.links = [];
}

/** Ends the line. An empty line is written only if forced, by `<br>` or in `<pre>`. */
export function breakLine(writer: LineWriter, isForced = false): void {
  if (writer.lines.length >= linesMax) return addPiece(writer, '\n');
  flushLine(writer, isForced);
}

/** Ends the last line. In a body with too many lines, the last line contains the rest of the body. */
export function endLines(writer: LineWriter): void {
  flushLine(writer, false);
  if (writer.links.length > 0 && writer.lines.length === 0) writer.lines.push({ ...blankLine });
  placeLinks(writer, writer.lines.at(-1));
}

function flushLine(writer: LineWriter, isForced: boolean): void {
  const text = lineText(writer.pieces);
  const isEmpty = text.trim() === '';
  if (isEmpty && !isForced) return dropPieces(writer);
  if (isEmpty) pushBlank(writer);
  else pushLine(writer, writer.prefix + text, writer.prefix + lineText(writer.linkedPieces));
  dropPieces(writer);
}

export function writeDivider(writer: LineWriter): void {
  breakLine(writer);
  if (writer.lines.length >= linesMax) return;
  const { nested } = writer;
  const mark = consumeMark(writer) ?? 'divider';
  writer.lines.push({ text: '---', linked: '---', plain: '---', quoted: nested, nested, mark });
}

/** Notes an image below a quote, because an image may be the answer to the quote. */
export function noteImage(writer: LineWriter): void {
  writer.hasImageBelowQuote = writer.nested === 0 && (writer.lines.at(-1)?.nested ?? 0) > 0;
}

/** Starts a quote. An image between two quotes becomes a line without text. */
export function startQuote(writer: LineWriter): void {
  if (writer.hasImageBelowQuote) writer.lines.push({ ...blankLine, plain: '\ufffc' });
  writer.hasImageBelowQuote = false;
  placeLinks(writer, writer.lines.at(-1));
  writer.nested++;
}

function consumeMark(writer: LineWriter): Mark | undefined {
  const mark = writer.nextMark ?? writer.mark;
  writer.nextMark = undefined;
  return mark;
}

const lineText = (pieces: readonly string[]): string =>
  pieces
    .join('')
    .replace(/\u00a0/g, ' ')
    .trimEnd();

function dropPieces(writer: LineWriter): void {
  writer.pieces = [];
  writer.linkedPieces = [];
}

function pushLine(writer: LineWriter, text: string, linked: string): void {
  if (writer.needsBlankLine) pushBlank(writer);
  writer.needsBlankLine = false;
  writer.prefix = '';
  writer.hasImageBelowQuote = false;
  const { nested, lines } = writer;
  const mark = consumeMark(writer);
  const isClientQuote = nested > 0 && writer.clientQuotes > 0;
  lines.push({
    ...lineOf({ text, linked, nested }, lines.at(-1)),
    ...(mark && { mark }),
    ...(isClientQuote && { isClientQuote }),
  });
  placeLinks(writer, lines.at(-1));
}

/** Adds a blank line if the last line is not blank. */
function pushBlank(writer: LineWriter): void {
  const last = writer.lines.at(-1);
  if (!last || (last.plain === '' && last.nested === writer.nested)) return;
  const nested = Math.min(writer.nested, last.nested);
  writer.lines.push({ text: '', linked: '', plain: '', quoted: nested, nested });
}
