import { isRule } from './header-block';
import { blankLine, isBlank, type Line } from './lines';
import { readParts, type Part } from './parts';
import { withoutSignature } from './signature';

/**
 * Returns the lines that the sender wrote. If the email has only a quote or a signature, returns that quote or
 * signature.
 */
export function replyLines(lines: readonly Line[], isForward: boolean): readonly Line[] {
  const selected = selectParts(readParts(lines, isForward));
  const authorText = selected.flatMap(({ kind, lines: authorLines }) =>
    kind === 'own' ? stripSignature(authorLines) : authorLines,
  );
  if (hasWords(authorText)) return trim(authorText);
  const allLines = selected.flatMap(({ lines: authorLines }) => authorLines);
  return trim(hasWords(allLines) ? allLines : lines);
}

/** Replaces the signature with a blank line, so that text below it does not join the text above. */
function stripSignature(authorLines: readonly Line[]): readonly Line[] {
  const unsignedLines = withoutSignature(authorLines);
  return unsignedLines.length === authorLines.length ? authorLines : [...unsignedLines, blankLine];
}

const hasWords = (lines: readonly Line[]): boolean => lines.some((line) => !isBlank(line) && !isRule(line));

/**
 * Removes quotes, except quotes that the sender answers one by one, because an answer such as "yes, both" has no
 * meaning without the question. The last quote has no answer and is also removed.
 */
function selectParts(parts: readonly Part[]): Part[] {
  const isAnsweredAt = parts.map((part, index) => part.kind === 'quote' && isAnswered(parts, index));
  const isInterleaved = isAnsweredAt.filter(Boolean).length > 1;
  return parts.filter((part, index) => {
    if (part.kind !== 'quote') return true;
    return (
      isIntroduced(parts, index) ||
      isAboveHistory(parts, index) ||
      (isAnsweredAt[index] && (isInterleaved || isManualQuote(parts, index)))
    );
  });
}

function isAnswered(parts: readonly Part[], index: number): boolean {
  const next = parts[index + 1];
  return next?.kind === 'own' && hasWords(withoutSignature(next.lines));
}

/** Whether the quote is between the sender's own words and was not inserted by a client. */
const isManualQuote = (parts: readonly Part[], index: number): boolean =>
  !parts[index]?.isAttributed && parts[index - 1]?.kind === 'own';

/** Whether the sender introduces the quote, for example with `Run this:` directly above lines that start with ">". */
function isIntroduced(parts: readonly Part[], index: number): boolean {
  const [above, part] = [parts[index - 1], parts[index]];
  if (!part || part.isAttributed || above?.kind !== 'own' || (part.lines[0]?.nested ?? 0) > 0) return false;
  return /[:：]$/.test(above.lines.at(-1)?.plain ?? '');
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
  const first = lines.findIndex((line) => hasWords([line]));
  const last = lines.findLastIndex((line) => hasWords([line]));
  return first < 0 ? [] : lines.slice(first, last + 1);
}
