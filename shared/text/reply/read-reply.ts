import { replyLines } from './assemble';
import { isForwardSubject } from './forward-subject';
import { htmlLines } from './html/html-lines';
import { markInitialedQuotes } from './initials';
import { normalizeBreaks, textLines, type Line } from './lines';

export interface Reply {
  /** The sender's own text, without quoted history and signature. Empty if the email has no words. */
  text: string;
  /**
   * The whole body, which is the plain-text part or the HTML as text. Null if the email has neither plain text nor
   * HTML.
   */
  rawText: string | null;
}

export interface Body {
  text: string | null;
  html: string | null;
  /** Used to recognize a forward whose body looks like that of a reply. */
  subject?: string | null;
}

/** Extracts the reply from the body of an email (IN-15, IN-16). */
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

/**
 * Whether the client marked a quote in the HTML. If so, the HTML is preferred to the text, because the marks work in
 * every language.
 */
const isMarked = ({ mark, nested }: Line): boolean =>
  nested > 0 || mark === 'attribution' || mark === 'history';

const quotePrefixMax = 20;

const displayLine = ({ text, nested }: Line): string => quotePrefix(nested) + text.trimEnd();
const rawLine = ({ linked, nested }: Line): string => quotePrefix(nested) + linked;
const quotePrefix = (nested: number): string => '> '.repeat(Math.min(nested, quotePrefixMax));
