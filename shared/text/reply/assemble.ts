import { isBareDelimiter } from './delimiter';
import { isRule } from './header-block';
import { blankLine, isBlank, type Line } from './lines';
import { readParts, type Part } from './parts';
import { withoutSignature } from './signature';

/** Whether an earlier message of the conversation contains the quote. Undefined if those messages are unknown. */
export type IsKnownQuote = (quote: readonly Line[]) => boolean | undefined;

/**
 * Returns the lines that the sender wrote. If the email has only a quote or a signature, returns that quote or
 * signature.
 */
export function replyLines(
  lines: readonly Line[],
  isForward: boolean,
  isKnownQuote: IsKnownQuote,
): readonly Line[] {
  const { parts, isKeptAt, kept } = readKeptParts(lines, isForward, isKnownQuote);
  const authorText = parts.flatMap((part, index) =>
    !isKeptAt[index]
      ? []
      : part.kind === 'own'
        ? stripSignature(parts, index, isKeptAt[index + 1] === true)
        : wholeQuote(part),
  );
  if (hasText(authorText)) return trim(authorText);
  return trim(hasText(kept) ? kept : lines);
}

/** Returns everything that the sender wrote, with signatures and footers, without the quoted history. */
export const linesWithoutHistory = (...args: Parameters<typeof readKeptParts>): readonly Line[] =>
  readKeptParts(...args).kept;

function readKeptParts(lines: readonly Line[], isForward: boolean, isKnownQuote: IsKnownQuote) {
  const parts = readParts(lines, isForward);
  const isKeptAt = keptParts(parts, isKnownQuote);
  const kept = parts.filter((_, index) => isKeptAt[index]).flatMap(wholeQuote);
  return { parts, isKeptAt, kept };
}

const wholeQuote = ({ introduction, lines }: Part): readonly Line[] => [...introduction, ...lines];

/** Replaces the signature with a blank line, so that text below it does not join the text above. */
function stripSignature(parts: readonly Part[], index: number, isFollowed: boolean): readonly Line[] {
  const lines = parts[index]?.lines ?? [];
  // Above a quote of the sender, such as the second half of a diff, a rule belongs to the text.
  if (isFollowed && isRule(lines.findLast((line) => !isBlank(line)))) return lines;
  const unsignedLines = unsignedText(parts, index);
  return unsignedLines.length === lines.length ? lines : [...unsignedLines, blankLine];
}

/** Text below `--` directly after the history is a signature, even if it is a sentence, such as a slogan. */
function unsignedText(parts: readonly Part[], index: number): readonly Line[] {
  const lines = parts[index]?.lines ?? [];
  const isBelowHistory = parts[index - 1]?.kind === 'quote';
  const first = lines.findIndex((line) => !isBlank(line));
  return isBelowHistory && isBareDelimiter(lines, first) ? [] : withoutSignature(lines);
}

/** Whether the lines have more than blanks and rules. */
export const hasText = (lines: readonly Line[]): boolean =>
  lines.some((line) => !isBlank(line) && !isRule(line));

/**
 * Returns which parts to keep: all parts except the history. The quotes that the sender answers one by one are kept
 * too, because an answer such as "yes, both" has no meaning without the question.
 */
function keptParts(parts: readonly Part[], isKnownQuote: IsKnownQuote): boolean[] {
  const isKnown = memoize(({ lines }: Part) => isKnownQuote(lines));
  const isBelowHistory = (index: number) => parts.slice(0, index).some((above) => above.isAttributed);
  const isOwnQuote = (part: Part, index: number) =>
    isKnown(part) === false || (isBelowHistory(index) && isIntroducedBySender(parts, index));
  const isAnsweredAt = parts.map((part, index) => part.kind === 'quote' && isAnswered(parts, index));
  const isInterleaved =
    isAnsweredAt.filter(Boolean).length > 1 &&
    parts.filter((part, index) => isAnsweredAt[index] && !isOwnQuote(part, index)).length > 1;
  return parts.map((part, index) => {
    if (part.kind !== 'quote' || isAboveHistory(parts, index)) return true;
    if (isAnsweredAt[index] && (isInterleaved || isManualQuote(parts, index))) return true;
    const isIntroduced = isIntroducedBySender(parts, index);
    const isHistory = part.isHistory && !isIntroduced;
    if (isHistory && part.introduction.length === 0 && !isPlainCitation(part)) return false;
    const isInHistory = isInterleaved || isBelowHistory(index);
    return !(isKnown(part) ?? (isHistory || (isInHistory && !isIntroduced)));
  });
}

function memoize<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    if (!values.has(key)) values.set(key, read(key));
    return values.get(key) as Value;
  };
}

function isAnswered(parts: readonly Part[], index: number): boolean {
  return parts[index + 1]?.kind === 'own' && hasText(unsignedText(parts, index + 1));
}

/** Whether the quote is between the sender's own words and was not inserted by a client. */
const isManualQuote = (parts: readonly Part[], index: number): boolean =>
  !parts[index]?.isAttributed && parts[index - 1]?.kind === 'own';

/** Whether a client marked the quote in the HTML, but nothing names its author. A pasted quotation looks the same. */
const isPlainCitation = ({ isAttributed, lines }: Part): boolean =>
  !isAttributed && lines.find((line) => !isBlank(line))?.isClientQuote === true;

/** Whether the sender introduces the quote, for example with `I get this:` directly above. */
function isIntroducedBySender(parts: readonly Part[], index: number): boolean {
  const [above, part] = [parts[index - 1], parts[index]];
  if (!part || part.isAttributed) return false;
  if (part.introduction.length > 0) return true;
  if (above?.kind !== 'own') return false;
  return /[:：]$/.test(above.lines.findLast((line) => !isBlank(line))?.plain ?? '');
}

/**
 * Whether the sender formatted this text as a quote. If so, the quote that the client inserted, with an attribution, is
 * below this text.
 */
function isAboveHistory(parts: readonly Part[], index: number): boolean {
  const [above, part, below] = [parts[index - 1], parts[index], parts[index + 1]];
  if (!part || part.isAttributed || above?.kind !== 'own' || (part.lines[0]?.nested ?? 0) === 0) return false;
  return below?.kind === 'quote' && below.isAttributed;
}

function trim(lines: readonly Line[]): readonly Line[] {
  const isText = (line: Line) => line.text !== '' && hasText([line]);
  const first = lines.findIndex(isText);
  const last = lines.findLastIndex(isText);
  return first < 0 ? [] : lines.slice(first, last + 1);
}
