import {
  alternationOf,
  hasUnnamedAuthor,
  isNamed,
  isPlain,
  isReaderAuthor,
  letter,
  sentenceStart,
} from './author';
import { hasDay, hasDayAndTime, isFullDate } from './dates';
import { isBlank, withoutDecoration, type Line } from './lines';
import { attributionStarts, wroteAtStart, wroteInScripts, wroteWords } from './words/wrote';

/** The lines of an attribution or a mail header above a quote, from `start` to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

export interface Attribution extends Span {
  /** Whether the sender may have written the line, for example `You wrote:`. The words of the quote decide then. */
  isUncertain: boolean;
  /** Whether the line names an author. */
  isNamed: boolean;
}

const linesMax = 6;
const lengthMax = 420;

/** Finds the attribution whose last line is `last`, in any of the 40 forms that clients write. */
export function attributionEndingAt(
  lines: readonly Line[],
  last: number,
  isQuoteNext: boolean,
): Attribution | undefined {
  if (!mayEndAttribution(lines[last]?.plain ?? '')) return undefined;
  if (isInList(lines, last)) return undefined;
  const joins = joinsEndingAt(lines, last);
  const end = last + 1;
  const certain = findJoin(joins, ({ text, cased }) => isAttribution(text, cased));
  if (certain) {
    const isUncertain = isQuoteNext && isReaderAuthor(certain.text);
    // Clients that write "you wrote" write the time too.
    return { start: certain.start, end, isUncertain, isNamed: !isUncertain || hasDayAndTime(certain.text) };
  }
  const uncertain = isQuoteNext ? findJoin(joins, ({ text }) => mayPrecedeQuote(text)) : undefined;
  return uncertain && { start: uncertain.start, end, isUncertain: true, isNamed: namesAuthor(uncertain) };
}

const findJoin = (joins: readonly Join[], isWanted: (join: Join) => boolean): Join | undefined =>
  joins.find((join) => startsLikeAttribution(join.text) && isWanted(join)) ?? joins.find(isWanted);

const namesAuthor = ({ text, cased }: Join): boolean =>
  isNamed(cased.replace(dashes, '').replace(/\s?[:：]$/, ''), isFullDate(text)) &&
  (startsLikeAttribution(text) || !wordBeforeAddress.test(text));

/** `Log from kim@example.com` and `Chat with kim@example.com` are words of the sender. */
const wordBeforeAddress = /\p{L} [^\s<>()[\]"'@]+@/u;

/** Whether the quote itself starts with the attribution, as in Apple Mail. */
export const startsWithAttribution = (quote: readonly Line[]): boolean =>
  [1, 2, 3].some((count) => {
    const cased = casedText(quote.slice(0, count));
    const text = cased.toLowerCase();
    return mayEndAttribution(text) && isAttribution(text, cased);
  }) || hasAttributionBeforeText(casedText(quote.filter((line) => !isBlank(line)).slice(0, 1)));

/** Joins lines without their quote marks and decoration. */
export const casedText = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => withoutDecoration(text.replace(/^[\s>]+/, '')))
    .join(' ')
    .trim();

const colonsMax = 8;

/** Whether the line starts with an attribution that text follows, because a program joined the lines. */
const hasAttributionBeforeText = (cased: string): boolean =>
  [...cased.matchAll(/[:：](?=[ >])/g)]
    .slice(0, colonsMax)
    .map(({ index }) => cased.slice(0, index + 1))
    .some(
      (start) => isAttribution(start.toLowerCase(), start) && (hasDay(start) || wrotePattern.test(start)),
    );

/** If an attribution starts in the middle of a line of the reply, returns the line without the attribution. */
export function splitSharedLine(line: Line): Line | undefined {
  const { plain } = line;
  const text = line.text.replace(/\u00a0/g, ' ');
  if (
    text.length > lengthMax ||
    startsLikeAttribution(plain) ||
    !wroteAtEnd.test(plain.replace(/\s?[:：]$/, ''))
  )
    return undefined;
  const splitIndex = text.search(
    /(?<=\S)[\s-]{0,10}\s(?:On|Le|El|Il|Am|Em|Op|Den|På) (?=\S{0,12} ?\d|\p{L}{2,12}[.,]? )/u,
  );
  if (splitIndex < 1 || !isFullDate(text.slice(splitIndex))) return undefined;
  const before = text.slice(0, splitIndex).replace(/[\s-]{1,40}$/, '');
  return { ...line, text: before, linked: before, plain: before.toLowerCase() };
}

interface Join {
  start: number;
  text: string;
  /** `text` as the sender wrote it, in capital and small letters. */
  cased: string;
}

/**
 * Returns the line alone, and the line joined with one or more lines above it, because clients wrap long attributions.
 */
function joinsEndingAt(lines: readonly Line[], last: number): Join[] {
  const joins: Join[] = [];
  let text = '';
  for (let start = last; start >= 0 && last - start < linesMax; start--) {
    const line = lines[start];
    if (!line || line.quoted > 0 || line.isCode) break;
    if (isBlank(line) && !isHalfAttribution(text)) break;
    text = `${line.plain} ${text}`.trim();
    if (text.length > lengthMax) break;
    if (!isBlank(line)) joins.push({ start, text, cased: casedText(lines.slice(start, last + 1)) });
  }
  return joins;
}

/**
 * Whether the text is the end of an attribution whose lines became separate paragraphs, such as `<kim@example.com>
 * wrote:`, `kim@example.com> wrote:` or `wrote:`.
 */
const isHalfAttribution = (text: string): boolean =>
  text.startsWith('<') || /^[^<>]*>/.test(text) || (text.length <= 24 && onlyWrote.test(text));

const wroteAlternation = alternationOf(wroteWords);
const wrotePattern = new RegExp(
  `(?<!${letter})(?:${wroteAlternation})(?!${letter})|${alternationOf(wroteInScripts)}|^(?:${alternationOf(wroteAtStart)}) `,
  'u',
);
const wroteAtEnd = new RegExp(
  `(?:(?<!${letter})(?:${wroteAlternation})|${alternationOf(wroteInScripts)})(?: het volgende| følgende)?(?: \\([^()]{0,40}\\))?$`,
  'u',
);
const onlyWrote = new RegExp(`^(?:${wroteAlternation}|${alternationOf(wroteInScripts)}) ?[:：]$`, 'u');
const startPattern = new RegExp(`^(?:${alternationOf(attributionStarts)})[\\s,־]`, 'u');
const gluedStartPattern = /^(?:在|于|於|ב־?-?\d)/u;

/** The maximum length of a phrase for "wrote", including the text in parentheses that may follow. */
const wroteLengthMax = 70;

/** Whether the line may end an attribution. This cheap check is false for nearly all lines. */
function mayEndAttribution(plain: string): boolean {
  if (plain === '' || plain.length > lengthMax) return false;
  return (
    /[:：>\])-]$/.test(plain) ||
    wroteAtEnd.test(plain.slice(-wroteLengthMax)) ||
    endsWithZoneAndName.test(plain)
  );
}

const dashes = /^[\s\-‐-―_|]{1,40}|[\s\-‐-―_|]{1,40}$/g;

/** Whether the text is an attribution on its own, without a quote below. `cased` is the text with capital letters. */
export function isAttribution(candidate: string, cased: string): boolean {
  const text = candidate.replace(dashes, '');
  if (!hasClosedBrackets(text) || serverLine.test(text)) return false;
  const body = text.replace(/\s?[:：]$/, '');
  const isColonLast = body !== text;
  const isAddressed = addressInBrackets.test(body);
  // Without a colon, an address or a dash is required, because "on 5 May 2020 I saw what Kim wrote" is prose.
  const isComplete = isColonLast || (wroteAtEnd.test(body) && (isAddressed || /[-‐-―]$/.test(candidate)));
  if (!isComplete) return isDateAndAddress(body);
  if (isAddressed) return (wrotePattern.test(body) || isDated(body, cased)) && isNotProse(body);
  if (!wrotePattern.test(body) || !isFullDate(body)) return false;
  const written = cased.replace(dashes, '').replace(/\s?[:：]$/, '');
  const isStart = startsLikeAttribution(body);
  if (hasUnnamedAuthor(written)) return isStart && isReaderAuthor(body) && hasDay(body) && isPlain(written);
  return isStart ? isPlain(written) : hasDay(body) && isNamed(written, true);
}

/**
 * Whether the text is a date and a name, as in clients that write no verb or an unknown one. `At 10:30 call Kim
 * <kim@example.com>:` and `Log of Kim <kim@example.com> at 10:10:` are prose.
 */
const isDated = (text: string, cased: string): boolean =>
  isFullDate(text) &&
  (startsLikeAttribution(text) ? !/^(?:on|at) /.test(text) : !/^[^<([]* \p{Ll}/u.test(cased));

/**
 * Whether the text may be an attribution above a quote. Above a quote, weaker evidence is sufficient, such as `Kim
 * wrote:` or an attribution in a language that is not in the table.
 */
function mayPrecedeQuote(candidate: string): boolean {
  const text = candidate.replace(dashes, '');
  const body = text.replace(/\s?[:：]$/, '');
  if (!hasClosedBrackets(text) || body.length > 200) return false;
  if (wroteAtEnd.test(body)) return true;
  return body !== text && (wrotePattern.test(body) || isFullDate(body) || /\S@\S/.test(body));
}

/** Whether a line ends with "wrote" in one of the known languages. */
export const endsWithWrote = (plain: string): boolean =>
  plain.length <= lengthMax && wroteAtEnd.test(plain.replace(/\s?[:：]$/, '').slice(-wroteLengthMax));

const startsWithDate = /^(?:[\p{L}\p{M}][\p{L}\p{M}-]{0,15}[.,،、]{0,2} ?(?:\([^()]{1,6}\) ?)?)?\p{Nd}{1,4}/u;

const startsLikeAttribution = (text: string): boolean => {
  const body = text.replace(dashes, '');
  return startPattern.test(body) || gluedStartPattern.test(body) || startsWithDate.test(body);
};

/** `<kim@example.com>`, `(kim@example.com)`, `[mailto:kim@example.com]`. */
const addressInBrackets = /[<([]\s?(?:mailto:)?[^<>()[\]@]{0,100}@[^<>()[\]@]{1,100}[>\])<]/;

/** The line of a mail server: `to=<kim@example.com>` or `host mx.example.com[192.0.2.1] said`. */
const serverLine =
  /=<|\[(?:ipv6:)?[\p{Nd}a-f:]{7,40}\]|(?<!\p{Nd})\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){3}(?!\p{Nd})/u;

/** Whether the line is part of a list of people with dates, which the sender wrote. */
const isInList = (lines: readonly Line[], at: number): boolean =>
  isDateAndAddress(lines[at]?.plain ?? '') &&
  [lines[at - 1], lines[at + 1]].some((line) => line?.quoted === 0 && isDateAndAddress(line.plain));

/** Whether the whole text is an attribution of old Gmail versions: `2013/1/1 Kim <kim@example.com>`. */
const isDateAndAddress = (text: string): boolean =>
  /^\p{Nd}{4}[-/]\p{Nd}{1,2}[-/]\p{Nd}{1,2}\b[^<>@]{0,100}<[^<>@\s]{1,100}@[^<>@\s]{1,100}>$/u.test(text) ||
  (endsWithZoneAndName.test(text) && startsWithDate.test(text));

const endsWithZoneAndName =
  /^\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2} \p{Nd}{1,2}:\p{Nd}{2} (?:gmt|utc)[+-]\p{Nd}{1,2}:?\p{Nd}{2} \S.{0,80}$/u;

/** Whether all brackets are closed. A part of a wrapped attribution may have unbalanced brackets. */
function hasClosedBrackets(text: string): boolean {
  const opened = text.split('<').length;
  return opened === text.split('>').length;
}

/**
 * Whether the text starts with a date or a name, like the attributions of clients. A sentence that the sender wrote,
 * such as `This is what Kim <kim@example.com> wrote:`, starts with neither.
 */
function isNotProse(text: string): boolean {
  if (sentenceStart.test(text)) return false;
  if (startsLikeAttribution(text)) return true;
  const before = text.slice(0, Math.max(0, text.search(/[<([]/))).trim();
  return before.split(' ').length <= 6;
}
