/** A line of a body, with the properties that the rules use. */
export interface Line {
  text: string;
  /** `text` with the URLs of its links. In plain text, equal to `text`. */
  linked: string;
  /** The quote depth, from ">" marks and from the HTML around the line. */
  quoted: number;
  /** The part of `quoted` that comes from the HTML instead of ">" marks. */
  nested: number;
  /** The text that rules examine: in lowercase, without decoration, at most `comparedLengthMax` characters. */
  plain: string;
  mark?: Mark;
  /** The links of the HTML that start on the line. Absent if there are none. */
  links?: readonly LineLink[];
  /** Whether a client marked the quote around the line in the HTML. A plain `<blockquote>` may be the sender's own. */
  isClientQuote?: boolean;
  /** Whether the line is inside a fence of three backquotes. No rule removes such a line. */
  isCode?: boolean;
}

/** A link of the HTML. */
export interface LineLink {
  href: string;
  /** The words between the tags, or the description of the image. */
  text: string;
}

/** The role of a line according to the HTML of a mail client. */
export type Mark =
  /** Names the author of the quote below. */
  | 'attribution'
  /** The original email starts here, without quote marks. */
  | 'history'
  | 'signature'
  /** A line across the page. */
  | 'divider';

const comparedLengthMax = 400;

/**
 * The maximum number of lines, which no real email reaches. The rest of a longer body becomes a single line, because
 * time and memory grow with the number of lines.
 */
export const linesMax = 30_000;

export const normalizeBreaks = (text: string): string => text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n');

export function textLines(text: string): Line[] {
  const lines: Line[] = [];
  for (const line of splitLines(normalizeBreaks(text)))
    lines.push(lineOf({ text: line, linked: line, nested: 0 }, lines.at(-1)));
  return markCode(lines);
}

/** Creates a line. Uses the line `above` to recognize a ">" that is not a quote mark. */
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

/**
 * Returns the number of ">" marks at the start of a line, and the position after these marks. A line that starts with
 * four spaces is code and has no marks.
 */
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

/** Whether the character is a direction or byte order mark, which can precede the ">" in right-to-left text. */
const isInvisible = (character: string): boolean =>
  character > '\u200a' && /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(character);

/**
 * Whether the line is the end of a wrapped attribution. If a client wraps `Kim <kim@example.com` before the closing
 * bracket, the next line, `> wrote:`, is not a quote.
 */
const endsAttribution = (line: string): boolean => line.length < 40 && /^\s{0,3}>[^>]*:\s*$/.test(line);

const isOpenAttribution = (line: Line | undefined): boolean =>
  line !== undefined && line.quoted === line.nested && (hasOpenBracket(line.text) || line.text.includes('@'));

/**
 * Whether the line ends in an open link. Clients also wrap links such as `<https://example.com/a` before the closing
 * bracket.
 */
function isOpenLink(line: Line | undefined): boolean {
  if (line === undefined || line.quoted > line.nested || line.text.endsWith('>')) return false;
  const openIndex = line.text.lastIndexOf('<');
  return openIndex >= 0 && /^<https?:\/\/[^<>\s]{1,2000}$/.test(line.text.slice(openIndex, openIndex + 2010));
}

function hasOpenBracket(line: string): boolean {
  const openIndex = line.lastIndexOf('<');
  return openIndex > 0 && !line.includes('>', openIndex);
}

const normalizeForComparison = (text: string): string => withoutDecoration(text).toLowerCase();

/** Removes invisible marks (direction, joiners, byte order) and emphasis, which would hide words from the rules. */
export function withoutDecoration(text: string): string {
  if (text === '') return '';
  const start = text.slice(0, comparedLengthMax);
  return start
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad*]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Marks the lines between code fences. An unclosed fence has no effect. */
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

/** Whether the line contains only a divider. False for text above which the client draws a divider. */
export const isDivider = (line: Line | undefined): boolean =>
  line !== undefined && line.mark === 'divider' && line.plain === '---';

export const isBlank = (line: Line | undefined): boolean => line !== undefined && line.plain === '';
