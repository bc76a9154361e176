import { Tokenizer } from 'htmlparser2';
import { unheardTokens } from '../../unheard-tokens';
import { markCode, type Line } from '../lines';
import { endLines } from './line-writer';
import { closeTag, newReading, openTag, writeHere, type Reading, type Tag } from './reading';

const attributeLengthMax = 2_000;

/**
 * The text of HTML as lines, marked by what its client says about them. It reads the tokens themselves: a tree of
 * hostile HTML takes quadratic time to build, and recursion to walk.
 */
export function htmlLines(html: string): Line[] {
  const reading = newReading();
  tokenize(html, reading);
  endLines(reading.writer);
  return markCode(reading.writer.lines);
}

function tokenize(html: string, reading: Reading): void {
  let tag: Tag = { name: '', attributes: undefined };
  let attribute = '';
  let value = '';
  const open = () => openTag(reading, tag);
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...unheardTokens,
      onopentagname: (start, end) =>
        (tag = { name: html.slice(start, end).toLowerCase(), attributes: undefined }),
      onattribname: (start, end) => {
        attribute = html.slice(start, Math.min(end, start + 50)).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        if (value.length < attributeLengthMax)
          value += html.slice(start, Math.min(end, start + attributeLengthMax));
      },
      onattribentity: (codepoint) => (value += String.fromCodePoint(codepoint)),
      onattribend: () => {
        if (readAttributes.has(attribute)) (tag.attributes ??= new Map()).set(attribute, value);
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) =>
        closeTag(reading, html.slice(start, Math.min(end, start + 50)).toLowerCase()),
      ontext: (start, end) => writeHere(reading, html.slice(start, end)),
      ontextentity: (codepoint) => writeHere(reading, String.fromCodePoint(codepoint)),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

const readAttributes: ReadonlySet<string> = new Set([
  'class',
  'hidden',
  'href',
  'id',
  'name',
  'start',
  'style',
  'type',
]);
