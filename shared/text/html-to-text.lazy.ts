import { convert } from 'html-to-text';
import { Parser, Tokenizer } from 'htmlparser2';
import { mailLayout } from './html-layout';
import { ignoredTokens } from './ignored-tokens';
import { metadataElements } from './reply/html/elements';

/**
 * The maximum number of opening and closing tags, which no real email reaches. The deeper a tag is nested, the longer
 * its conversion takes.
 */
const tagsMax = 20_000;

/**
 * The elements whose content the converter indents or capitalizes. The converter rewrites the content once for each
 * level of nesting.
 */
const indentingTags = new Set(['blockquote', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const levelsMax = 20;

/** The maximum product of characters and nesting levels. */
const indentedCharactersMax = 2_000_000;

/** Lays out HTML as plain text. Converting a megabyte of any HTML takes less than a second. */
export function htmlToText(html: string, layout = mailLayout): string {
  if (hasTooManyTags(html) || isNestedTooDeep(html)) return stripTags(html);
  try {
    return convert(html, layout);
  } catch (error) {
    // The converter recurses for each level of the HTML and may exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    return stripTags(html);
  }
}

export function hasTooManyTags(html: string): boolean {
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

/** Returns the words of HTML that the converter cannot lay out. */
function stripTags(html: string): string {
  const pieces: string[] = [];
  let isMetadata = false;
  const separate = (isMetadataNext: boolean): void => {
    isMetadata = isMetadataNext;
    pieces.push(' ');
  };
  const write = (text: string): void => {
    if (!isMetadata) pieces.push(text);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...ignoredTokens,
      onopentagname: (start, end) =>
        separate(end - start < 10 && metadataElements.has(html.slice(start, end).toLowerCase())),
      onclosetag: () => separate(false),
      ontext: (start, end) => write(html.slice(start, end)),
      ontextentity: (codePoint) => write(String.fromCodePoint(codePoint)),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces.join('').trim();
}
