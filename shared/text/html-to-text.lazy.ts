import { convert } from 'html-to-text';

/**
 * More than any mail has, opening and closing. The parser's time grows with their number times how deep they stand,
 * which whoever sends decides; how deep that is only a parser can tell, so all of them count.
 */
const tagsMax = 20_000;

/** The plain-text part of a mail that was given as HTML only. */
export function htmlToText(html: string): string {
  if (hasTooManyTags(html)) return wordsOf(html);
  try {
    return convert(html, { wordwrap: 78 });
  } catch (error) {
    // It calls itself for each level of the HTML.
    if (!(error instanceof RangeError)) throw error;
    return wordsOf(html);
  }
}

function hasTooManyTags(html: string): boolean {
  const tag = /<\/?[a-z]/gi;
  let tags = 0;
  while (tags <= tagsMax && tag.test(html)) tags += 1;
  return tags > tagsMax;
}

/** Where HTML cannot be laid out, its words are worth more than their layout. */
function wordsOf(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').trim();
}
