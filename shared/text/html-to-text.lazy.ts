import { convert, type HtmlToTextOptions } from 'html-to-text';
import { Parser } from 'htmlparser2';

/** More than any mail has, opening and closing: the time for each grows with how deep it stands. */
const tagsMax = 20_000;

/** What stands in one of these is written anew for each of them that it stands in, indented or in capitals. */
const indentingTags = new Set(['blockquote', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const levelsMax = 20;

/** Characters times levels. */
const indentedCharactersMax = 2_000_000;

const layout: HtmlToTextOptions = {
  wordwrap: 78,
  // A Roman number is as long as a thousandth of what it counts to, and a list may begin anywhere.
  selectors: ['ol[type="i"]', 'ol[type="I"]'].map((selector) => ({ selector, format: 'unorderedList' })),
};

/** The plain-text part of a mail that was given as HTML only. A megabyte takes less than a second, whatever it is. */
export function htmlToText(html: string): string {
  if (hasTooManyTags(html) || isNestedTooDeep(html)) return stripTags(html);
  try {
    return convert(html, layout);
  } catch (error) {
    // It calls itself for each level of the HTML.
    if (!(error instanceof RangeError)) throw error;
    return stripTags(html);
  }
}

function hasTooManyTags(html: string): boolean {
  const tag = /<\/?[a-z]/gi;
  let tags = 0;
  while (tags <= tagsMax && tag.test(html)) tags += 1;
  return tags > tagsMax;
}

function isNestedTooDeep(html: string): boolean {
  let [depth, depthReached] = [0, 0];
  const parser = new Parser({
    onopentagname: (name) => {
      if (indentingTags.has(name)) depthReached = Math.max(depthReached, ++depth);
    },
    onclosetag: (name) => {
      if (indentingTags.has(name)) depth -= 1;
    },
  });
  parser.end(html);
  return depthReached > levelsMax || depthReached * html.length > indentedCharactersMax;
}

/** Where HTML cannot be laid out, its words are worth more than their layout. */
function stripTags(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').trim();
}
