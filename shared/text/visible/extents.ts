import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { TooComplexError } from './too-complex';

/** The size that the text of an element needs at most. */
interface Extent {
  /** The width in one line. */
  width: number;
  height: number;
}

/** Reads each text once, because an email has a view for each condition of its style sheets. */
export interface Extents {
  of: (element: Element, fontPx: number) => Extent;
  isOneWord: (text: string) => boolean;
  /** Counts the characters that are laid out. Throws if a hostile email has too many. */
  countLaidOut: (characters: number) => void;
}

/** The width of a line. Longer text wraps. */
export const lineWidthMax = 900;

/** The width of a wide letter, and the height of a line, as a part of the font size. */
const [letterWidth, lineHeight] = [0.6, 1.5];

/** What a box may have around its text. */
const slackPx = 40;

/** The maximum number of characters to lay out in boxes that clip, for all conditions. */
const laidOutMax = 3_000_000;

interface Content {
  letters: number;
  elements: number;
}

export function newExtents(): Extents {
  const known = new Map<AnyNode, Content>();
  const contentOf = (node: AnyNode): Content => {
    const counted = known.get(node);
    if (counted) return counted;
    const contents = 'children' in node ? node.children.map(contentOf) : [];
    const content = {
      letters: contents.reduce((sum, { letters }) => sum + letters, isText(node) ? lettersOf(node.data) : 0),
      elements: contents.reduce((sum, { elements }) => sum + elements, isTag(node) ? 1 : 0),
    };
    known.set(node, content);
    return content;
  };
  let laidOut = 0;
  const oneWords = new Map<string, boolean>();
  return {
    isOneWord: (text) => {
      const isOneWord = oneWords.get(text) ?? !/\S\s+\S/.test(text.trim());
      oneWords.set(text, isOneWord);
      return isOneWord;
    },
    countLaidOut: (characters) => {
      laidOut += characters;
      if (laidOut > laidOutMax) throw new TooComplexError('The email has too much clipped text');
    },
    of: (element, fontPx) => {
      const { letters, elements } = contentOf(element);
      const [size, width] = [Math.max(fontPx, 16), letters * letterWidth * Math.max(fontPx, 16)];
      const lines = width / lineWidthMax + elements;
      return { width: width + slackPx, height: lines * size * lineHeight + slackPx };
    },
  };
}

const lettersOf = (text: string): number =>
  text.replace(/\s+/g, ' ').trim().length + (text.match(wideLetter)?.length ?? 0);

const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
