import { htmlToText, hasTooManyTags } from './html-to-text.lazy';
import { removeHiddenElements } from './hidden-elements';
import { emptyComments } from './html-comments';
import { isInvisible, withoutFiller } from './invisible-characters';

/**
 * Creates the plain-text part of an email that has only HTML, without hidden elements and characters that show nothing.
 */
export function deriveText(html: string): string {
  const source = emptyComments(html);
  return htmlToText(removeFillers(hasTooManyTags(source) ? source : removeHiddenElements(source)));
}

/** Removes fillers from the text between tags. Between `<` and a name, such a character prevents a tag. */
const removeFillers = (html: string): string =>
  html.replace(/(?:^|>)[^<>]+(?=<|$)/g, (text) => withoutFiller(text.replace(entity, decodeInvisible)));

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(shy|zwnj|zwj|ZeroWidthSpace|NoBreak|nbsp|numsp));?/gi;

const named: Readonly<Record<string, number>> = {
  shy: 0xad,
  zwnj: 0x200c,
  zwj: 0x200d,
  zerowidthspace: 0x200b,
  nobreak: 0x2060,
  nbsp: 0xa0,
  numsp: 0x2007,
};

function decodeInvisible(source: string, decimal?: string, hex?: string, name?: string): string {
  const code = name
    ? (named[name.toLowerCase()] ?? 0)
    : Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return isInvisible(character) ? character : source;
}
