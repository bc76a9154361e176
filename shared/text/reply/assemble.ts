import { isRule } from './header-block';
import { blankLine, isBlank, type Line } from './lines';
import { readParts, type Part } from './parts';
import { withoutSignature } from './signature';

/** The lines that the person wrote. Where nothing but a quote or a signature is there, it is what they sent. */
export function replyLines(lines: readonly Line[], isForward: boolean): readonly Line[] {
  const kept = keptParts(readParts(lines, isForward));
  const written = kept.flatMap(({ kind, lines: own }) => (kind === 'own' ? unsigned(own) : own));
  if (hasWords(written)) return trim(written);
  const signed = kept.flatMap(({ lines: own }) => own);
  return trim(hasWords(signed) ? signed : lines);
}

/** With a blank line where something went, so that what follows does not move up. */
function unsigned(own: readonly Line[]): readonly Line[] {
  const left = withoutSignature(own);
  return left.length === own.length ? own : [...left, blankLine];
}

const hasWords = (lines: readonly Line[]): boolean => lines.some((line) => !isBlank(line) && !isRule(line));

/**
 * Quotes are history, except where the person answers them one by one: an answer such as "yes, both" says nothing
 * without its question. The last quote, which nothing answers, is history again.
 */
function keptParts(parts: readonly Part[]): Part[] {
  const answered = parts.map((part, at) => part.kind === 'quote' && isAnswered(parts, at));
  const isInterleaved = answered.filter(Boolean).length > 1;
  return parts.filter((part, at) => {
    if (part.kind !== 'quote') return true;
    return (
      isPointedAt(parts, at) ||
      isAboveHistory(parts, at) ||
      (answered[at] && (isInterleaved || isCited(parts, at)))
    );
  });
}

function isAnswered(parts: readonly Part[], at: number): boolean {
  const next = parts[at + 1];
  return next?.kind === 'own' && hasWords(withoutSignature(next.lines));
}

/** Between the person's words, and no client put it there. */
const isCited = (parts: readonly Part[], at: number): boolean =>
  !parts[at]?.isAttributed && parts[at - 1]?.kind === 'own';

/** `Run this:` and lines that start with ">" right below it. */
function isPointedAt(parts: readonly Part[], at: number): boolean {
  const [above, part] = [parts[at - 1], parts[at]];
  if (!part || part.isAttributed || above?.kind !== 'own' || (part.lines[0]?.nested ?? 0) > 0) return false;
  return /[:：]$/.test(above.lines.at(-1)?.plain ?? '');
}

/** Set as a quote by the person: what the client quotes, and says so, comes only below it. */
function isAboveHistory(parts: readonly Part[], at: number): boolean {
  const [above, part, below] = [parts[at - 1], parts[at], parts[at + 1]];
  if (!part || part.isAttributed || above?.kind !== 'own' || (part.lines[0]?.nested ?? 0) === 0) return false;
  return below?.kind === 'quote' && below.isAttributed;
}

function trim(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex((line) => hasWords([line]));
  const last = lines.findLastIndex((line) => hasWords([line]));
  return first < 0 ? [] : lines.slice(first, last + 1);
}
