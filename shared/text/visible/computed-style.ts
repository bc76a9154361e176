import { backgroundOf, paintsOf } from './backgrounds';
import type { Declared } from './properties';
import { pixels, type Color, type Length } from './css-values';
import { windowPx, type InheritedStyle } from './inherited-style';

export function inheritStyle(declared: Declared, parent: InheritedStyle): InheritedStyle {
  const fontSize = declared['font-size'];
  const fontPx = fontSize ? pixels(fontSize, parent.fontPx, parent.fontPx) : parent.fontPx;
  const toPx = (length: Length | 'auto' | undefined, inherited: number): number =>
    length === undefined ? inherited : length === 'auto' ? 0 : pixels(length, fontPx, windowPx);
  const color = solid(declared.color, parent.color) ?? parent.color;
  const fillColor = declared['-webkit-text-fill-color'];
  const [align, space] = [declared['text-align'], declared['white-space']];
  const security = declared['-webkit-text-security'];
  return {
    isVisible: declared.visibility === undefined ? parent.isVisible : declared.visibility === 'visible',
    fontPx,
    lineHeightPx: lineHeightPx(declared['line-height'], fontPx, parent),
    letterSpacingPx: toPx(declared['letter-spacing'], parent.letterSpacingPx),
    wordSpacingPx: toPx(declared['word-spacing'], parent.wordSpacingPx),
    textIndentPx: toPx(declared['text-indent'], parent.textIndentPx),
    isStartAligned:
      align === undefined ? parent.isStartAligned : /^(?:start|left|justify|-webkit-left)$/.test(align),
    isNowrap: space === undefined ? parent.isNowrap : /^(?:nowrap|pre)$/.test(space),
    keepsLineBreaks:
      space === undefined ? parent.keepsLineBreaks : /^(?:pre|pre-wrap|pre-line|break-spaces)$/.test(space),
    isMasked: security === undefined ? parent.isMasked : security !== 'none',
    color,
    fillColor: fillColor === 'currentcolor' ? undefined : (fillColor ?? parent.fillColor),
    strokeColors: declared['-webkit-text-stroke'] ?? parent.strokeColors,
    shadowColors: declared['text-shadow'] ?? parent.shadowColors,
    paints: paintsOf(declared, parent, color),
    opacity: parent.opacity * Math.min(1, Math.max(0, declared.opacity ?? 1)),
    backgrounds: backgroundOf(declared, parent.backgrounds, color),
  };
}

const solid = (value: Color | 'currentcolor' | undefined, current: Color): Color | undefined =>
  value === 'currentcolor' ? current : value;

const lineHeightPx = (lineHeight: Declared['line-height'], fontPx: number, parent: InheritedStyle) => {
  if (lineHeight === undefined) return parent.lineHeightPx;
  return lineHeight === 'auto' ? undefined : pixels(lineHeight, fontPx, fontPx);
};
