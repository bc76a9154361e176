import { visibleHtml } from '../visible/visible-html';
import { wordsOf } from '../words';
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

/** More quotes without an introduction are kept. No client inserts that number. */
const quotesMax = 50;

/** The maximum number of pieces of earlier messages in memory, which no real conversation reaches. */
const piecesMax = 1_000_000;

/** The share of a quote that an earlier message must contain. Clients replace pictures and shorten links. */
const knownShareMin = 0.7;

/** Returns a function that finds quotes in the bodies. Returns undefined if there are no bodies. */
export function knownQuotes(bodies: readonly EarlierBody[]): IsKnownQuote | undefined {
  const texts = bodies.map(textOf).filter((text) => text.trim() !== '');
  if (texts.length === 0) return undefined;
  const spaced = texts.map((text) => ` ${wordsOf(text.slice(0, bodyLengthMax)).join(' ')} `);
  let pieces: ReadonlySet<string> | undefined;
  let quotes = 0;
  return (quote) => {
    quotes += 1;
    if (quotes > quotesMax) return false;
    const words = wordsOf(quoteText(quote));
    const letters = words.join('').slice(0, quoteLengthMax);
    if (letters.length < pieceLength) return spaced.some((text) => text.includes(` ${words.join(' ')} `));
    pieces ??= collectPieces(texts);
    return knownShare(letters, pieces) >= knownShareMin;
  };
}

function collectPieces(texts: readonly string[]): Set<string> {
  const pieces = new Set<string>();
  for (const text of texts)
    for (const piece of piecesOf(wordsOf(text.slice(0, bodyLengthMax)).join('')))
      if (pieces.size < piecesMax) pieces.add(piece);
  return pieces;
}

function knownShare(letters: string, known: ReadonlySet<string>): number {
  const pieces = [...new Set(piecesOf(letters))];
  return pieces.filter((piece) => known.has(piece)).length / pieces.length;
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start + pieceLength <= text.length; start++)
    yield text.slice(start, start + pieceLength);
}

const quoteText = (quote: readonly Line[]): string => quote.map(({ text }) => text).join('\n');

/** The text and the HTML, because clients quote the one that they showed. */
const textOf = ({ text, html }: EarlierBody): string =>
  `${text ?? ''}\n${quoteText(htmlLines(visibleHtml(html ?? '').html))}`;
