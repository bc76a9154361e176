import { convert, type HtmlToTextOptions } from 'html-to-text';
import { Parser } from 'htmlparser2';

/** The most opening and closing tags, more than a real email has. The time for a tag grows with its depth. */
const tagsMax = 20_000;

/** The converter rewrites the content of these elements once for each level of nesting, to indent or capitalize it. */
const indentingTags = new Set(['blockquote', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const levelsMax = 20;

/** Characters times levels. */
const indentedCharactersMax = 2_000_000;

const layout: HtmlToTextOptions = {
  wordwrap: 78,
  // The length of a Roman numeral grows with its value, and a list may start at any number.
  selectors: ['ol[type="i"]', 'ol[type="I"]'].map((selector) => ({ selector, format: 'unorderedList' })),
};

/** Creates the plain-text part of an email that has only HTML. Any megabyte of HTML takes less than a second. */
export function htmlToText(html: string): string {
  if (hasTooManyTags(html) || isNestedTooDeep(html)) return stripTags(html);
  try {
    return convert(html, layout);
  } catch (error) {
    // The converter recurses for each level of the HTML and may exhaust the stack.
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

/** For HTML that cannot be laid out: keeps the words without the layout. */
function stripTags(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ').trim();
}
