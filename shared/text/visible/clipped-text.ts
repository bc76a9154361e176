import type { Clip } from './clips';
import { addToLine, endLine, lineHeightOf, normalLineHeight, type Flow } from './flow';
import type { InheritedStyle } from './inherited-style';
import { tinyPx } from './shapes';

/** The width of a letter on average, and of a space, as a part of the font size. */
const [letterWidth, spaceWidth, wideLetterWidth] = [0.35, 0.2, 1];

/** The distance from the top of a line to its letters, as a part of the font size. */
const inkStart = 0.2;

const piece = /[ \t\r\n\f\u200b]+|[^ \t\r\n\f\u200b]+/g;
const part = /\u00a0+|[^\u00a0]+/g;
const wideLetters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}]/u;

/** Where a text is laid out: the left edge of its lines, their origin and width, and the area in which they are shown. */
interface TextArea {
  left: number;
  origin: number;
  width: number;
  clip: Clip;
}

/** Lays out the text in the flow and returns what of it is inside of the area, at most. */
export function layOutText(text: string, style: InheritedStyle, flow: Flow, area: TextArea): string {
  const height = lineHeightOf(style);
  const letterPx = Math.max(0, letterWidth * style.fontPx + style.letterSpacingPx);
  const inkTop = (height - normalLineHeight * style.fontPx) / 2 + inkStart * style.fontPx;
  const isInside = (): boolean =>
    flow.lines < flow.linesMax &&
    area.origin + flow.top + inkTop < area.clip.bottom - tinyPx &&
    (area.left + flow.lineWidth < area.clip.right - tinyPx || rightToLeft.test(text));
  const place = (written: string): string => {
    const isShown = isInside();
    addToLine(flow, letterPx * written.length, height);
    return isShown ? written : '';
  };
  const shown: string[] = [];
  for (const [written] of text.matchAll(piece)) {
    if (!/\S/.test(written) || written.startsWith('\u200b')) {
      const breaks = style.keepsLineBreaks ? written.split('\n').length - 1 : 0;
      for (let count = 0; count < breaks; count++) {
        addToLine(flow, 0, height);
        endLine(flow);
      }
      const spaces = style.isNowrap && style.keepsLineBreaks ? written.length : 1;
      const spacePx = spaceWidth * style.fontPx + style.wordSpacingPx + style.letterSpacingPx;
      if (flow.lineWidth > 0) flow.lineWidth += Math.max(0, spaces * spacePx);
      shown.push(written);
      continue;
    }
    addToLine(flow, 0, 0);
    if (wideLetters.test(written)) {
      for (const letter of written) {
        const width = wideLetters.test(letter) ? wideLetterWidth * style.fontPx : letterPx;
        if (!style.isNowrap && flow.lineWidth + width > area.width) endLine(flow);
        if (isInside()) shown.push(letter);
        addToLine(flow, width, height);
      }
    } else {
      const isWrapped = flow.lineWidth > 0 && flow.lineWidth + letterPx * written.length > area.width;
      if (!style.isNowrap && isWrapped) endLine(flow);
      for (const [word] of written.matchAll(part)) shown.push(place(word));
    }
  }
  return shown.join('');
}
