import { convert } from 'html-to-text';

/** The plain-text part of a mail that was given as HTML only. */
export function htmlToText(html: string): string {
  try {
    return convert(html, { wordwrap: 78 });
  } catch (error) {
    // It calls itself for each level of the HTML. Where that is too deep, the words are worth more than their layout.
    if (!(error instanceof RangeError)) throw error;
    return html.replace(/<[^>]*>/g, ' ').trim();
  }
}
