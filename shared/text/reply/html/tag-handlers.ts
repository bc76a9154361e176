import { separationAt, isRow, type Separation } from '../../separation';
import {
  blockElements,
  isBlock,
  drawsDivider,
  emptyElements,
  isIndentation,
  isGmailQuote,
  keepsSpaces,
  metadataElements,
  partOf,
  selfClosingElements,
  spacedElements,
  type Part,
} from './elements';
import {
  addToLink,
  breakLine,
  newWriter,
  noteImage,
  setPendingSeparation,
  startLink,
  startQuote,
  writeDivider,
  writeLink,
  writeText,
  type LineWriter,
} from './line-writer';

/** The maximum depth. Deeper elements have no effect. Mail clients nest tables, but not this deeply. */
const depthMax = 400;

export interface Tag {
  name: string;
  /** The attributes. Undefined for most tags, which have no relevant attributes. */
  attributes: Map<string, string> | undefined;
}

interface OpenElement {
  name: string;
  isHidden: boolean;
  isBlock: boolean;
  keepsSpace: boolean;
  part: Part | undefined;
  /** Whether a client marked the element as history. */
  isClientQuote: boolean;
  href: string;
  /** How the end of the element is separated from the text after it. */
  separationAtEnd: Separation | undefined;
  isRow: boolean;
  /** The number of the next item. Undefined if items have no numbers. */
  nextItem: number | undefined;
}

export interface HtmlReaderState {
  writer: LineWriter;
  open: OpenElement[];
  lists: OpenElement[];
  /** The number of open elements by name, so that an unmatched end tag needs no search. */
  openByName: Map<string, number>;
  ignoredDepth: number;
  hiddenDepth: number;
  preformattedDepth: number;
  /** Whether the next element is the signature. */
  opensSignature: boolean;
}

export const newHtmlReaderState = (): HtmlReaderState => ({
  writer: newWriter(),
  open: [],
  lists: [],
  openByName: new Map(),
  ignoredDepth: 0,
  hiddenDepth: 0,
  preformattedDepth: 0,
  opensSignature: false,
});

export function writeTextNode(state: HtmlReaderState, value: string): void {
  if (state.hiddenDepth === 0) writeText(state.writer, value, state.preformattedDepth > 0);
}

export function openTag(state: HtmlReaderState, { name, attributes }: Tag): void {
  // Some clients write `Kim <kim@example.com>` into HTML without escaping it.
  if (name.includes('@')) return writeTextNode(state, `<${name.slice(0, 254)}>`);
  const style = (attributes?.get('style') ?? '').toLowerCase();
  closeImplied(state, name);
  applyLayout(state, name, style);
  const tokens = attributes ? tokensOf(attributes) : '';
  const namedPart = partOf(tokens);
  if (namedPart === 'history' && state.hiddenDepth === 0) state.writer.nextMark = 'history';
  if (startsSignature(attributes)) state.opensSignature = true;
  if (name === 'img') addToLink(state.writer, attributes?.get('alt') ?? '');
  if (emptyElements.has(name)) return;
  const href = name === 'a' ? (attributes?.get('href') ?? '') : '';
  if (href !== '' && state.hiddenDepth === 0) startLink(state.writer, href);
  const inRow = state.open.at(-1)?.isRow ? 'words' : undefined;
  setPendingSeparation(state.writer, inRow ?? separationAt(name, style, 'start'));
  const afterBreak = partAfterBreak(state);
  pushElement(state, {
    name,
    isHidden: metadataElements.has(name),
    isBlock: isBlock(name, style),
    keepsSpace: name === 'pre' || name === 'textarea' || keepsSpaces(style),
    part: isQuote(name, attributes, style)
      ? 'quote'
      : ((namedPart === 'history' ? undefined : namedPart) ?? afterBreak),
    isClientQuote:
      namedPart === 'quote' || isGmailQuote(tokens) || (name === 'blockquote' && isCitation(attributes)),
    href,
    separationAtEnd: inRow ?? separationAt(name, style, 'end'),
    isRow: isRow(style),
    nextItem: name === 'ol' ? Number.parseInt(attributes?.get('start') ?? '1', 10) || 1 : undefined,
  });
}

/** Whether a client quotes an email: as a citation, or by the Message-ID. */
const isCitation = (attributes: Tag['attributes']): boolean =>
  attributes?.get('type')?.toLowerCase() === 'cite' || /^\s*mid:/i.test(attributes?.get('cite') ?? '');

/**
 * Whether the element is a quote. A blockquote needs a quote class, a type or a border, because the indent button of an
 * editor creates blockquotes without them.
 */
const isQuote = (name: string, attributes: Tag['attributes'], style: string): boolean =>
  name === 'blockquote' &&
  !(isIndentation(style) && !attributes?.has('type') && !/quote/i.test(attributes?.get('class') ?? ''));

/**
 * Whether the signature starts after this element. Apple Mail marks the line break above the signature, and the next
 * element contains the signature.
 */
const startsSignature = (attributes: Tag['attributes']): boolean =>
  attributes?.get('id') === 'lineBreakAtBeginningOfSignature';

function partAfterBreak(state: HtmlReaderState): Part | undefined {
  const part = state.opensSignature ? 'signature' : undefined;
  state.opensSignature = false;
  return part;
}

const tokensOf = (attributes: Map<string, string>): string =>
  `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''} ${attributes.get('name') ?? ''}`
    .trim()
    .toLowerCase();

function closeImplied(state: HtmlReaderState, name: string): void {
  const top = state.open.at(-1)?.name;
  if (top === name && selfClosingElements.has(name)) popElement(state);
  else if (top === 'p' && blockElements.has(name)) popElement(state);
}

function applyLayout(state: HtmlReaderState, name: string, style: string): void {
  const { writer } = state;
  if (state.hiddenDepth > 0) return;
  if (name === 'br') return breakLine(writer, true);
  if (name === 'hr') return writeDivider(writer);
  if (name === 'img') return noteImage(writer);
  if (name === 'td' || name === 'th') return writeText(writer, ' ', false);
  if (!isBlock(name, style)) return;
  breakLine(writer);
  if (name === 'div' && drawsDivider(style)) writer.nextMark ??= 'divider';
  if (spacedElements.has(name) && !hasNoMargin(style)) writer.needsBlankLine = true;
  if (name === 'li') writer.prefix = listMarker(state);
}

const hasNoMargin = (style: string): boolean => /margin(?:-top)?\s*:\s*0/.test(style);

const isList = ({ name }: OpenElement): boolean => name === 'ol' || name === 'ul';

function listMarker(state: HtmlReaderState): string {
  const list = state.lists.at(-1);
  return list?.nextItem === undefined ? '* ' : `${list.nextItem++}. `;
}

function pushElement(state: HtmlReaderState, element: OpenElement): void {
  if (state.open.length >= depthMax) {
    state.ignoredDepth++;
    return;
  }
  state.open.push(element);
  state.openByName.set(element.name, (state.openByName.get(element.name) ?? 0) + 1);
  if (isList(element)) state.lists.push(element);
  if (element.isHidden) state.hiddenDepth++;
  if (element.keepsSpace) state.preformattedDepth++;
  if (element.isClientQuote) state.writer.clientQuotes++;
  enterPart(state, element);
}

function enterPart(state: HtmlReaderState, { part }: OpenElement): void {
  const { writer } = state;
  if (part) breakLine(writer);
  if (part === 'quote') startQuote(writer);
  else if (part) writer.mark = part;
}

export function closeTag(state: HtmlReaderState, name: string): void {
  if (state.ignoredDepth > 0) {
    state.ignoredDepth--;
    return;
  }
  if (!state.openByName.get(name)) return;
  while (state.open.length > 0) {
    if (state.open.at(-1)?.name === name) return popElement(state);
    popElement(state);
  }
}

function popElement(state: HtmlReaderState): void {
  const element = state.open.pop();
  if (!element) return;
  state.openByName.set(element.name, (state.openByName.get(element.name) ?? 1) - 1);
  leavePart(state, element);
  if (isList(element)) state.lists.pop();
  if (element.isHidden) state.hiddenDepth--;
  if (element.keepsSpace) state.preformattedDepth--;
  if (element.isClientQuote) state.writer.clientQuotes--;
  setPendingSeparation(state.writer, element.separationAtEnd);
}

function leavePart(state: HtmlReaderState, { name, isBlock: endsLine, part, href }: OpenElement): void {
  const { writer } = state;
  if (name === 'a') writer.openLink = undefined;
  if (shouldWriteLink(href, writer) && state.hiddenDepth === 0) writeLink(writer, href.trim());
  if (part || endsLine) breakLine(writer);
  if (spacedElements.has(name)) writer.needsBlankLine ||= writer.lines.length > 0;
  if (part === 'quote') writer.nested--;
  else if (part) writer.mark = state.open.map((element) => element.part).findLast(isMark);
}

const isMark = (part: Part | undefined): part is Exclude<Part, 'quote'> =>
  part !== undefined && part !== 'quote';

/** Whether to write the URL of a link after its text. If the text is the URL, the URL is not repeated. */
function shouldWriteLink(href: string, { pieces }: LineWriter): boolean {
  if (!/^\s*https?:/i.test(href)) return false;
  const visibleText = withoutScheme(pieces.slice(-3).join(''));
  return visibleText === '' || !withoutScheme(href).startsWith(visibleText);
}

const withoutScheme = (link: string): string => link.trim().replace(/^https?:\/\//i, '');
