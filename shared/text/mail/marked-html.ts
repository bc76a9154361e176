import { Tokenizer } from 'htmlparser2';
import { ignoredTokens } from '../ignored-tokens';
import { blockElements, metadataElements } from '../reply/html/elements';
import { marks, withoutMarks } from './part-marks';

const nameLengthMax = 30;

/** The length of a description that people write. */
const descriptionLengthMax = 500;

/** Returns the words of HTML, with marks around links and around the descriptions of images, and before list items. */
export function markedHtml(html: string): string {
  const pieces: string[] = [];
  let [isMetadata, isInLink] = [false, false];
  let [name, attribute, description] = ['', '', ''];
  const write = (text: string): void => void (isMetadata || pieces.push(text));
  const endLink = (): void => {
    if (isInLink) pieces.push(marks.linkEnd);
    isInLink = false;
  };
  const open = (): void => {
    isMetadata = metadataElements.has(name);
    pieces.push(separatorOf(name));
    if (name === 'li') pieces.push(marks.item);
    if (name === 'img') pieces.push(marks.imageStart, withoutMarks(description), marks.imageEnd);
    if (name !== 'a') return;
    endLink();
    pieces.push(marks.linkStart);
    isInLink = true;
  };
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
      onclosetag: (start, end) => {
        const closed = nameIn(start, end);
        isMetadata = false;
        if (closed === 'a') endLink();
        pieces.push(separatorOf(closed));
      },
      ontext: (start, end) => write(withoutMarks(html.slice(start, end)).replace(/\s+/g, ' ')),
      ontextentity: (codePoint) => write(withoutMarks(String.fromCodePoint(codePoint))),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  endLink();
  return pieces.join('');
}

const separatorOf = (name: string): string =>
  name === 'br' || blockElements.has(name) ? '\n' : /^t[dh]$/.test(name) ? ' ' : '';
