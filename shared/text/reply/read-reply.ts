import { hasInvisibleWords, withoutFiller } from '../invisible-characters';
import { removeControls } from '../mail/controls';
import { doPartsDisagree } from '../mail/parts-disagree';
import { hasReorderedText } from '../visible/text-direction';
import { visibleHtml, type VisibleHtml } from '../visible/visible-html';
import { hasText, linesWithoutHistory, replyLines, type IsKnownQuote } from './assemble';
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
  /** Whether the HTML contains words that mail clients hide. Such words are not in the texts. */
  hasHiddenText: boolean;
  /** Whether the plain text and the HTML say different things. */
  partsDisagree: boolean;
}

export interface Body {
  text: string | null;
  html: string | null;
  /** Used to recognize a forward whose body looks like that of a reply. */
  subject?: string | null;
}

/**
 * Extracts the reply from the body of an email (IN-15, IN-16). Reads only what a person sees of the HTML. Calls
 * `isKnownQuote` only for quotes that no client introduced as history.
 */
export function readReply(
  { text, html, subject }: Body,
  isKnownQuote: IsKnownQuote = () => undefined,
): Reply {
  if (text === null && html === null)
    return { text: '', rawText: null, hasHiddenText: false, partsDisagree: false };
  const visible = visibleHtml(html ?? '');
  const visibleText = removeControls(withoutFiller(text ?? ''));
  const plain = markInitialedQuotes(textLines(visibleText));
  const rich = htmlLines(visible.html);
  const isTextGiven = hasText(plain);
  const source = isTextGiven && !(hasText(rich) && rich.some(isMarked)) ? plain : rich;
  const rawText = isTextGiven || html === null ? normalizeBreaks(visibleText) : rich.map(rawLine).join('\n');
  return {
    text: removeControls(
      replyLines(source, isForwardSubject(subject ?? ''), isKnownQuote)
        .map(displayLine)
        .join('\n'),
    ),
    rawText: removeControls(rawText),
    hasHiddenText: isShownOtherwise(visible, rich, text ?? ''),
    partsDisagree: isTextGiven && html !== null && doPartsDisagree(visibleText, visible.html),
  };
}

/** Whether a person sees other words, or some of them backwards. */
const isShownOtherwise = (visible: VisibleHtml, rich: readonly Line[], text: string): boolean =>
  visible.hasHiddenText ||
  visible.isConditional ||
  visible.isReversed ||
  hasInvisibleWords(text) ||
  [text, ...rich.map((line) => line.text)].some(hasReorderedText);

/** A received message as it is stored. */
export interface StoredReply extends Omit<Body, 'text'>, Pick<Reply, 'text' | 'rawText'> {}

/** The lines that the sender wrote, in each format of the message. */
export interface OwnLines {
  plain: readonly Line[];
  rich: readonly Line[];
}

/**
 * Returns the visible lines without the quoted history, but with signatures and footers. Quotes that only earlier
 * messages can tell from history are kept if the reply has them.
 */
export function readOwnLines({ text, rawText, html, subject }: StoredReply): OwnLines {
  const rich = htmlLines(visibleHtml(html ?? '').html);
  // Without a plain-text part, the stored text is that of the HTML.
  const isFromHtml = html !== null && rawText === removeControls(rich.map(rawLine).join('\n'));
  const plain = markInitialedQuotes(textLines(isFromHtml ? '' : (rawText ?? '')));
  const reply = withoutSpaces(text);
  const isKnownQuote: IsKnownQuote = (quote) => !quote.some((line) => isPartOf(reply, line));
  const own = (lines: readonly Line[]) =>
    linesWithoutHistory(lines, isForwardSubject(subject ?? ''), isKnownQuote);
  return { plain: rich.some(isMarked) ? [] : own(plain), rich: own(rich) };
}

const withoutSpaces = (text: string): string => text.replace(/[\s>]+/g, '');

const isPartOf = (reply: string, { text }: Line): boolean => {
  const words = withoutSpaces(text);
  return words !== '' && reply.includes(words);
};

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
