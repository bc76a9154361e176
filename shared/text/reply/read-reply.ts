import { replyLines } from './assemble';
import { isForwardSubject } from './forward-subject';
import { htmlLines } from './html/html-lines';
import { markInitialedQuotes } from './initials';
import { normalizeBreaks, textLines, type Line } from './lines';

export interface Reply {
  /** What the person wrote, without quoted history and signature. Empty where the mail has no words. */
  text: string;
  /** All of the body: its plain part, or its HTML as text. Null where it has neither. */
  rawText: string | null;
}

export interface Body {
  text: string | null;
  html: string | null;
  /** Says whether the mail passes something on, where its body looks the same as an answer's. */
  subject?: string | null;
}

/** What somebody answered, taken out of a mail's body (IN-15, IN-16). */
export function readReply({ text, html, subject }: Body): Reply {
  if (text === null && html === null) return { text: '', rawText: null };
  const plain = markInitialedQuotes(textLines(text ?? ''));
  const rich = htmlLines(html ?? '');
  const hasText = hasWords(plain);
  const source = hasText && !(hasWords(rich) && rich.some(isMarked)) ? plain : rich;
  const rawText = hasText || html === null ? normalizeBreaks(text ?? '') : rich.map(rawLine).join('\n');
  return {
    text: replyLines(source, isForwardSubject(subject ?? ''))
      .map(displayLine)
      .join('\n'),
    rawText,
  };
}

const hasWords = (lines: readonly Line[]): boolean =>
  lines.some(({ plain }) => plain !== '' && plain !== '---');

/** The client said in the HTML where its quotes are, in whatever language: that is worth more than its plain text. */
const isMarked = ({ mark, nested }: Line): boolean =>
  nested > 0 || mark === 'attribution' || mark === 'history';

const quotePrefixMax = 20;

const displayLine = ({ text, nested }: Line): string => quotePrefix(nested) + text.trimEnd();
const rawLine = ({ linked, nested }: Line): string => quotePrefix(nested) + linked;
const quotePrefix = (nested: number): string => '> '.repeat(Math.min(nested, quotePrefixMax));
