import { Tokenizer } from 'htmlparser2';
import { ignoredTokens } from '../ignored-tokens';
import { blockElements, metadataElements } from '../reply/html/elements';
import { marks, withoutMarks } from './part-marks';

const nameLengthMax = 30;

/** The length of a description that people write. */
const descriptionLengthMax = 500;

/** Returns the words of HTML, with marks around links and around the descriptions of images, and before list items. */
export function markedHtml(html: string): string {
  const writer = newWriter();
  let [name, attribute, description] = ['', '', ''];
  const open = (): void => openTag(writer, name, description);
  const nameIn = (start: number, end: number): string =>
    html.slice(start, Math.min(end, start + nameLengthMax)).toLowerCase();
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...ignoredTokens,
      onopentagname: (start, end) => {
        [name, description] = [nameIn(start, end), ''];
      },
      onattribname: (start, end) => (attribute = nameIn(start, end)),
      onattribdata: (start, end) => {
        if (attribute === 'alt' && description.length < descriptionLengthMax)
          description += html.slice(start, Math.min(end, start + descriptionLengthMax));
      },
      onattribentity: (codePoint) => {
        if (attribute === 'alt') description += String.fromCodePoint(codePoint);
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => closeTag(writer, nameIn(start, end)),
      ontext: (start, end) => writeText(writer, html.slice(start, end)),
      ontextentity: (codePoint) => writeText(writer, String.fromCodePoint(codePoint)),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  endLink(writer);
  return writer.pieces.join('');
}

interface Writer {
  pieces: string[];
  isMetadata: boolean;
  isInLink: boolean;
}

const newWriter = (): Writer => ({ pieces: [], isMetadata: false, isInLink: false });

function writeText({ pieces, isMetadata }: Writer, text: string): void {
  if (!isMetadata) pieces.push(withoutMarks(text).replace(/\s+/g, ' '));
}

function openTag(writer: Writer, name: string, description: string): void {
  const { pieces } = writer;
  writer.isMetadata = metadataElements.has(name);
  pieces.push(separatorOf(name));
  if (name === 'li') pieces.push(marks.item);
  if (name === 'img') pieces.push(marks.imageStart, withoutMarks(description), marks.imageEnd);
  if (name !== 'a') return;
  endLink(writer);
  pieces.push(marks.linkStart);
  writer.isInLink = true;
}

function closeTag(writer: Writer, name: string): void {
  writer.isMetadata = false;
  if (name === 'a') endLink(writer);
  writer.pieces.push(separatorOf(name));
}

function endLink(writer: Writer): void {
  if (writer.isInLink) writer.pieces.push(marks.linkEnd);
  writer.isInLink = false;
}

const separatorOf = (name: string): string =>
  name === 'br' || blockElements.has(name) ? '\n' : /^t[dh]$/.test(name) ? ' ' : '';
