import { convert } from 'html-to-text';

/** Nobody nests so deep; what is deeper is left out, as the reader calls itself for each level. */
const limits = { maxDepth: 200 };

/** The plain-text part of a mail that was given as HTML only. */
export function htmlToText(html: string): string {
  try {
    return convert(html, { wordwrap: 78, limits });
  } catch (error) {
    // The parser's own stack, which the limit does not reach. The words are worth more than their layout.
    if (!(error instanceof RangeError)) throw error;
    return html.replace(/<[^>]*>/g, ' ').trim();
  }
}
