import { isRule } from './header-block';
import { blankLine, isBlank, type Line } from './lines';
import { readParts, type Part } from './parts';
import { withoutSignature } from './signature';

/** The lines that the person wrote. Where nothing but a quote or a signature is there, it is what they sent. */
export function replyLines(lines: readonly Line[], isForward: boolean): readonly Line[] {
  const selected = selectParts(readParts(lines, isForward));
  const authorText = selected.flatMap(({ kind, lines: authorLines }) =>
    kind === 'own' ? stripSignature(authorLines) : authorLines,
  );
  if (hasWords(authorText)) return trim(authorText);
  const allLines = selected.flatMap(({ lines: authorLines }) => authorLines);
  return trim(hasWords(allLines) ? allLines : lines);
}

/** With a blank line where something went, so that what follows does not move up. */
function stripSignature(authorLines: readonly Line[]): readonly Line[] {
  const unsignedLines = withoutSignature(authorLines);
  return unsignedLines.length === authorLines.length ? authorLines : [...unsignedLines, blankLine];
}

const hasWords = (lines: readonly Line[]): boolean => lines.some((line) => !isBlank(line) && !isRule(line));

/**
 * Quotes are history, except where the person answers them one by one: an answer such as "yes, both" says nothing
 * without its question. The last quote, which nothing answers, is history again.
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

/** Between the person's words, and no client put it there. */
const isManualQuote = (parts: readonly Part[], index: number): boolean =>
  !parts[index]?.isAttributed && parts[index - 1]?.kind === 'own';

/** `Run this:` and lines that start with ">" right below it. */
function isIntroduced(parts: readonly Part[], index: number): boolean {
  const [above, part] = [parts[index - 1], parts[index]];
  if (!part || part.isAttributed || above?.kind !== 'own' || (part.lines[0]?.nested ?? 0) > 0) return false;
  return /[:：]$/.test(above.lines.at(-1)?.plain ?? '');
}

/** Set as a quote by the person: what the client quotes, and says so, comes only below it. */
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
