import type { Mark } from '../lines';
import {
  blockElements,
  drawsDivider,
  emptyElements,
  indents,
  isHiding,
  keepsSpaces,
  partOf,
  selfClosingElements,
  silentElements,
  spacedElements,
  type Part,
} from './elements';
import { breakLine, newWriter, writeDivider, writeLink, writeText, type LineWriter } from './line-writer';

/** Deeper elements change nothing any more. Mail programs nest tables, but not that far. */
const depthMax = 400;

export interface Tag {
  name: string;
  /** Undefined where it has none that matter, as most. */
  attributes: Map<string, string> | undefined;
}

interface OpenElement {
  name: string;
  hides: boolean;
  keepsSpace: boolean;
  part: Part | undefined;
  href: string;
  /** The number of the next item; undefined where items have none. */
  nextItem: number | undefined;
}

export interface Reading {
  writer: LineWriter;
  open: OpenElement[];
  lists: OpenElement[];
  /** How many of each name are open: an end tag of none is passed over without a search. */
  openByName: Map<string, number>;
  tooDeep: number;
  hidden: number;
  spaceKeeping: number;
  /** The next element is the signature. */
  opensSignature: boolean;
}

export const newReading = (): Reading => ({
  writer: newWriter(),
  open: [],
  lists: [],
  openByName: new Map(),
  tooDeep: 0,
  hidden: 0,
  spaceKeeping: 0,
  opensSignature: false,
});

export function writeHere(reading: Reading, value: string): void {
  if (reading.hidden === 0) writeText(reading.writer, value, reading.spaceKeeping > 0);
}

export function openTag(reading: Reading, { name, attributes }: Tag): void {
  // Some clients write `Kim <kim@example.com>` into HTML as it is.
  if (name.includes('@')) return writeHere(reading, `<${name.slice(0, 254)}>`);
  const style = (attributes?.get('style') ?? '').toLowerCase();
  closeImplied(reading, name);
  layOut(reading, name, style);
  const marked = attributes && partOf(tokensOf(attributes));
  if (marked === 'history' && reading.hidden === 0) reading.writer.nextMark = 'history';
  if (startsSignature(attributes)) reading.opensSignature = true;
  if (emptyElements.has(name)) return;
  const afterBreak = partAfterBreak(reading);
  push(reading, {
    name,
    hides: silentElements.has(name) || attributes?.has('hidden') === true || isHiding(style),
    keepsSpace: name === 'pre' || name === 'textarea' || keepsSpaces(style),
    part: isQuote(name, attributes, style)
      ? 'quote'
      : ((marked === 'history' ? undefined : marked) ?? afterBreak),
    href: name === 'a' ? (attributes?.get('href') ?? '') : '',
    nextItem: name === 'ol' ? Number.parseInt(attributes?.get('start') ?? '1', 10) || 1 : undefined,
  });
}

/** Without a class and a kind, and without a line at its side, it is what an editor's button for indenting makes. */
const isQuote = (name: string, attributes: Tag['attributes'], style: string): boolean =>
  name === 'blockquote' &&
  !(indents(style) && !attributes?.has('type') && !/quote/i.test(attributes?.get('class') ?? ''));

/** Apple Mail marks the break above the signature, which is in the element after it. */
const startsSignature = (attributes: Tag['attributes']): boolean =>
  attributes?.get('id') === 'lineBreakAtBeginningOfSignature';

function partAfterBreak(reading: Reading): Part | undefined {
  const part = reading.opensSignature ? 'signature' : undefined;
  reading.opensSignature = false;
  return part;
}

const tokensOf = (attributes: Map<string, string>): string =>
  `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''} ${attributes.get('name') ?? ''}`
    .trim()
    .toLowerCase();

function closeImplied(reading: Reading, name: string): void {
  const top = reading.open.at(-1)?.name;
  if (top === name && selfClosingElements.has(name)) pop(reading);
  else if (top === 'p' && blockElements.has(name)) pop(reading);
}

function layOut(reading: Reading, name: string, style: string): void {
  const { writer } = reading;
  if (reading.hidden > 0) return;
  if (name === 'br') return breakLine(writer, true);
  if (name === 'hr') return writeDivider(writer);
  if (name === 'td' || name === 'th') return writeText(writer, ' ', false);
  if (!blockElements.has(name)) return;
  breakLine(writer);
  if (name === 'div' && drawsDivider(style)) writer.nextMark ??= 'divider';
  if (spacedElements.has(name) && !hasNoMargin(style)) writer.wantsSpace = true;
  if (name === 'li') writer.prefix = bullet(reading);
}

const hasNoMargin = (style: string): boolean => /margin(?:-top)?\s*:\s*0/.test(style);

const isList = ({ name }: OpenElement): boolean => name === 'ol' || name === 'ul';

function bullet(reading: Reading): string {
  const list = reading.lists.at(-1);
  return list?.nextItem === undefined ? '* ' : `${list.nextItem++}. `;
}

function push(reading: Reading, element: OpenElement): void {
  if (reading.open.length >= depthMax) {
    reading.tooDeep++;
    return;
  }
  reading.open.push(element);
  reading.openByName.set(element.name, (reading.openByName.get(element.name) ?? 0) + 1);
  if (isList(element)) reading.lists.push(element);
  if (element.hides) reading.hidden++;
  if (element.keepsSpace) reading.spaceKeeping++;
  enter(reading, element);
}

function enter(reading: Reading, { part }: OpenElement): void {
  const { writer } = reading;
  if (part) breakLine(writer);
  if (part === 'quote') writer.nested++;
  else if (part) writer.mark = part;
}

export function closeTag(reading: Reading, name: string): void {
  if (reading.tooDeep > 0) {
    reading.tooDeep--;
    return;
  }
  if (!reading.openByName.get(name)) return;
  while (reading.open.length > 0) {
    if (reading.open.at(-1)?.name === name) return pop(reading);
    pop(reading);
  }
}

function pop(reading: Reading): void {
  const element = reading.open.pop();
  if (!element) return;
  reading.openByName.set(element.name, (reading.openByName.get(element.name) ?? 1) - 1);
  leave(reading, element);
  if (isList(element)) reading.lists.pop();
  if (element.hides) reading.hidden--;
  if (element.keepsSpace) reading.spaceKeeping--;
}

function leave(reading: Reading, { name, part, href }: OpenElement): void {
  const { writer } = reading;
  if (isWorthWriting(href, writer) && reading.hidden === 0) writeLink(writer, href.trim());
  if (part || blockElements.has(name)) breakLine(writer);
  if (spacedElements.has(name)) writer.wantsSpace ||= writer.lines.length > 0;
  if (part === 'quote') writer.nested--;
  else if (part)
    writer.mark = reading.open.findLast((element) => isMark(element.part))?.part as Mark | undefined;
}

const isMark = (part: Part | undefined): boolean => part !== undefined && part !== 'quote';

/** A link that is its own text is written once. */
function isWorthWriting(href: string, { pieces }: LineWriter): boolean {
  if (!/^\s*https?:/i.test(href)) return false;
  const shown = withoutScheme(pieces.slice(-3).join(''));
  return shown === '' || !withoutScheme(href).startsWith(shown);
}

const withoutScheme = (link: string): string => link.trim().replace(/^https?:\/\//i, '');
