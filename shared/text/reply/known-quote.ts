import { visibleHtml } from '../visible/visible-html';
import { htmlLines } from './html/html-lines';
import type { IsKnownQuote } from './assemble';
import type { Line } from './lines';

/** The body of an earlier message of the conversation. */
export interface EarlierBody {
  text: string | null;
  html: string | null;
}

/** Later text of a quote and of a message is not compared, because hostile text can be long. */
const [quoteLengthMax, bodyLengthMax] = [20_000, 200_000];

/** The length of the pieces that are compared. Clients change the line breaks of quotes, so only letters and digits are compared. */
const pieceLength = 12;

/** The share of a quote that an earlier message must contain. Clients replace pictures and shorten links. */
const knownShareMin = 0.7;

/** Returns a function that finds quotes in the bodies. Returns undefined if there are no bodies. */
export function knownQuotes(bodies: readonly EarlierBody[]): IsKnownQuote | undefined {
  const texts = bodies.map(textOf).filter((text) => text.trim() !== '');
  if (texts.length === 0) return undefined;
  const spaced = texts.map((text) => ` ${wordsOf(text).join(' ')} `);
  const joined = texts.map((text) => wordsOf(text).join(''));
  return (quote) => {
    const words = wordsOf(quoteText(quote));
    const letters = words.join('').slice(0, quoteLengthMax);
    return letters.length < pieceLength
      ? spaced.some((text) => text.includes(` ${words.join(' ')} `))
      : knownShare(letters, joined) >= knownShareMin;
  };
}

function knownShare(letters: string, texts: readonly string[]): number {
  const missing = new Set(piecesOf(letters));
  const count = missing.size;
  for (const text of texts) for (const piece of piecesOf(text)) missing.delete(piece);
  return 1 - missing.size / count;
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start + pieceLength <= text.length; start++)
    yield text.slice(start, start + pieceLength);
}

const quoteText = (quote: readonly Line[]): string => quote.map(({ text }) => text).join('\n');

/** The text and the HTML, because clients quote the one that they showed. */
const textOf = ({ text, html }: EarlierBody): string =>
  `${text ?? ''}\n${quoteText(htmlLines(visibleHtml(html ?? '').html))}`;

const wordsOf = (text: string): string[] =>
  text
    .slice(0, bodyLengthMax)
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
