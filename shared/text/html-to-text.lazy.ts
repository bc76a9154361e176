import { convert } from 'html-to-text';

/** Far beyond what any mail nests. The parser's time grows with the square of the depth, and is up to whoever sends. */
const depthMax = 10_000;

const tagPattern = /<(\/?)(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)[a-z]/gi;

/** The plain-text part of a mail that was given as HTML only. */
export function htmlToText(html: string): string {
  if (isTooDeep(html)) return wordsOf(html);
  try {
    return convert(html, { wordwrap: 78 });
  } catch (error) {
    // It calls itself for each level of the HTML.
    if (!(error instanceof RangeError)) throw error;
    return wordsOf(html);
  }
}

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash] of html.matchAll(tagPattern)) {
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > depthMax) return true;
  }
  return false;
}

/** Where HTML is too deep to lay out, its words are worth more than their layout. */
function wordsOf(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').trim();
}
