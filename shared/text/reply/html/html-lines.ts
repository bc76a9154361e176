import { Tokenizer } from 'htmlparser2';
import { ignoredTokens } from '../../ignored-tokens';
import { markCode, type Line } from '../lines';
import { endLines } from './line-writer';
import {
  closeTag,
  newHtmlReaderState,
  openTag,
  writeTextNode,
  type HtmlReaderState,
  type Tag,
} from './tag-handlers';

/** A longer value is truncated. The targets of links may be long, because some contain a token. */
const valueLengthMax = (attribute: string): number => (attribute === 'href' ? 8_000 : 2_000);

/**
 * Converts HTML to lines of text. Each line has the role, such as attribution, that the mail client's markup gives it.
 * Reads tokens instead of a tree: for hostile HTML, building a tree can take quadratic time, and walking a deep tree
 * recursively can overflow the stack.
 */
export function htmlLines(html: string): Line[] {
  const state = newHtmlReaderState();
  tokenize(html, state);
  endLines(state.writer);
  return markCode(state.writer.lines);
}

function tokenize(html: string, state: HtmlReaderState): void {
  let tag: Tag = { name: '', attributes: undefined };
  let attribute = '';
  let value = '';
  const open = () => openTag(state, tag);
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...ignoredTokens,
      onopentagname: (start, end) =>
        (tag = { name: html.slice(start, end).toLowerCase(), attributes: undefined }),
      onattribname: (start, end) => {
        attribute = html.slice(start, Math.min(end, start + 50)).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        const lengthMax = valueLengthMax(attribute);
        if (value.length < lengthMax) value += html.slice(start, Math.min(end, start + lengthMax));
      },
      onattribentity: (codepoint) => (value += String.fromCodePoint(codepoint)),
      onattribend: () => {
        if (readAttributes.has(attribute)) (tag.attributes ??= new Map()).set(attribute, value);
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => closeTag(state, html.slice(start, Math.min(end, start + 50)).toLowerCase()),
      ontext: (start, end) => writeTextNode(state, html.slice(start, end)),
      ontextentity: (codepoint) => writeTextNode(state, String.fromCodePoint(codepoint)),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

const readAttributes: ReadonlySet<string> = new Set([
  'alt',
  'cite',
  'class',
  'href',
  'id',
  'name',
  'start',
  'style',
  'type',
]);
