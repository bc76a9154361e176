/** A line of a body, and what is known about it before anything is decided. */
export interface Line {
  text: string;
  /** `text` with the targets of its links; the same in plain text. */
  linked: string;
  /** How often it is quoted, by ">" or by the HTML around it. */
  quoted: number;
  /** What of `quoted` is HTML: there is no ">" in the text to show it. */
  nested: number;
  /** Lower case, without what only decorates: what rules are compared with. At most `comparedLengthMax`. */
  plain: string;
  mark?: Mark;
  /** Inside a fence of three backquotes: code, whatever it looks like. */
  isCode?: boolean;
}

/** What the HTML of a mail client says about a line. */
export type Mark =
  /** Says who wrote the quote below. */
  | 'attribution'
  /** What is answered starts here, without being quoted. */
  | 'history'
  | 'signature'
  /** A line across the page. */
  | 'divider';

const comparedLengthMax = 400;

/** Where a body has more, its rest counts as one line: time and memory go with the lines, and nobody types as many. */
export const linesMax = 30_000;

export const normalizeBreaks = (text: string): string => text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n');

export function textLines(text: string): Line[] {
  const lines: Line[] = [];
  for (const line of splitLines(normalizeBreaks(text)))
    lines.push(lineOf({ text: line, linked: line, nested: 0 }, lines.at(-1)));
  return markCode(lines);
}

/** `above`: the line before it, which can tell that its ">" is no quote's. */
export function lineOf(
  { text, linked, nested }: Pick<Line, 'text' | 'linked' | 'nested'>,
  above: Line | undefined,
): Line {
  const { depth, end } = quoteMarks(text);
  const isQuote = depth > 0 && !(endsAttribution(text) && isOpenAttribution(above)) && !isOpenLink(above);
  const plain = normalizeForComparison(isQuote ? text.slice(end) : text);
  return { text, linked, quoted: nested + (isQuote ? depth : 0), nested, plain };
}

function splitLines(text: string): string[] {
  const lines = text.split('\n', linesMax);
  if (lines.length < linesMax) return lines;
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return length > text.length ? lines : [...lines, text.slice(length)];
}

/** How many ">" a line starts with, and where they end. Four spaces before them are code. */
function quoteMarks(line: string): { depth: number; end: number } {
  let depth = 0;
  let end = 0;
  let spaces = 0;
  for (let index = 0; index < line.length && spaces < 4; index++) {
    const character = line.charAt(index);
    if (character === '>') {
      depth++;
      end = index + 1;
      spaces = 0;
    } else if (isSpace(character)) spaces++;
    else if (!isInvisible(character)) break;
  }
  return { depth, end };
}

const isSpace = (character: string): boolean =>
  character === ' ' || character === '\t' || character === '\u00a0';

/** Marks of direction and of byte order, before the ">" of mail that is partly written from right to left. */
const isInvisible = (character: string): boolean =>
  character > '\u200a' && /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(character);

/** `Kim <kim@example.com` was wrapped before its bracket: the `> wrote:` that follows quotes nothing. */
const endsAttribution = (line: string): boolean => line.length < 40 && /^\s{0,3}>[^>]*:\s*$/.test(line);

const isOpenAttribution = (line: Line | undefined): boolean =>
  line !== undefined && line.quoted === line.nested && (hasOpenBracket(line.text) || line.text.includes('@'));

/** `<https://example.com/a` was wrapped before its bracket, too. */
function isOpenLink(line: Line | undefined): boolean {
  if (line === undefined || line.quoted > line.nested || line.text.endsWith('>')) return false;
  const openIndex = line.text.lastIndexOf('<');
  return openIndex >= 0 && /^<https?:\/\/[^<>\s]{1,2000}$/.test(line.text.slice(openIndex, openIndex + 2010));
}

function hasOpenBracket(line: string): boolean {
  const openIndex = line.lastIndexOf('<');
  return openIndex > 0 && !line.includes('>', openIndex);
}

/** Invisible marks (direction, joiners, byte order) and emphasis stand between the words that rules look for. */
function normalizeForComparison(text: string): string {
  if (text === '') return '';
  const start = text.slice(0, comparedLengthMax);
  return start
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad*]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '')
    .trim()
    .toLowerCase();
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** A fence that is never closed fences nothing. */
export function markCode(lines: Line[]): Line[] {
  let openIndex = -1;
  lines.forEach((line, index) => {
    if (line.quoted > 0 || !line.plain.startsWith('```')) return;
    if (openIndex < 0) openIndex = index;
    else {
      for (const fencedLine of lines.slice(openIndex, index + 1)) fencedLine.isCode = true;
      openIndex = -1;
    }
  });
  return lines;
}

export const blankLine: Line = { text: '', linked: '', plain: '', quoted: 0, nested: 0 };

/** A line across the page. One that is drawn above text marks that text. */
export const isDivider = (line: Line | undefined): boolean =>
  line !== undefined && line.mark === 'divider' && line.plain === '---';

export const isBlank = (line: Line | undefined): boolean => line !== undefined && line.plain === '';
