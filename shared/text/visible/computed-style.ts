import { backgroundOf, paintsOf } from './backgrounds';
import type { Box } from './boxes';
import type { Declared } from './properties';
import { pixels, type Color, type Length } from './css-values';
import { filterColor, type ColorFilter } from './filters';
import type { Direction } from './text-direction';
import { windowPx, type InheritedStyle } from './inherited-style';

export function inheritStyle(declared: Declared, parent: InheritedStyle, box: Box): InheritedStyle {
  const fontSize = declared['font-size'];
  const fontPx = fontSize ? pixels(fontSize, parent.fontPx, parent.fontPx) : parent.fontPx;
  const toPx = (length: Length | 'auto' | undefined, inherited: number): number =>
    length === undefined ? inherited : length === 'auto' ? 0 : pixels(length, fontPx, windowPx);
  const color = solid(declared.color, parent.color) ?? parent.color;
  const fillColor = declared['-webkit-text-fill-color'];
  const filters = [...(declared.filter?.colors ?? []), ...parent.filters];
  const [painted, paintedColor] = [filterPaint(declared, filters), filterColor(color, filters)];
  const space = declared['white-space'];
  const security = declared['-webkit-text-security'];
  const isRtl = declared.direction === undefined ? parent.isRtl : declared.direction === 'rtl';
  return {
    isVisible: declared.visibility === undefined ? parent.isVisible : declared.visibility === 'visible',
    fontPx,
    scale: parent.scale * scaleOf(declared, box),
    lineHeightPx: lineHeightPx(declared['line-height'], fontPx, parent),
    letterSpacingPx: toPx(declared['letter-spacing'], parent.letterSpacingPx),
    wordSpacingPx: toPx(declared['word-spacing'], parent.wordSpacingPx),
    textIndentPx: toPx(declared['text-indent'], parent.textIndentPx),
    isRtl,
    forcedDirection: forcedDirection(declared, isRtl, parent),
    textAlign: declared['text-align'] ?? parent.textAlign,
    isNowrap: space === undefined ? parent.isNowrap : /^(?:nowrap|pre)$/.test(space),
    keepsLineBreaks:
      space === undefined ? parent.keepsLineBreaks : /^(?:pre|pre-wrap|pre-line|break-spaces)$/.test(space),
    isMasked: security === undefined ? parent.isMasked : security !== 'none',
    color,
    fillColor: fillColor === 'currentcolor' ? undefined : (fillColor ?? parent.fillColor),
    strokeColors: declared['-webkit-text-stroke'] ?? parent.strokeColors,
    shadowColors: declared['text-shadow'] ?? parent.shadowColors,
    paints: paintsOf(painted, parent, paintedColor),
    opacity: parent.opacity * Math.min(1, Math.max(0, declared.opacity ?? 1)),
    filters,
    backgrounds: backgroundOf(painted, parent.backgrounds, paintedColor),
  };
}

function forcedDirection(
  { 'unicode-bidi': bidi = 'normal' }: Declared,
  isRtl: boolean,
  parent: InheritedStyle,
): Direction | undefined {
  if (bidi === 'normal') return parent.forcedDirection;
  return bidi.endsWith('override') ? (isRtl ? 'rtl' : 'ltr') : undefined;
}

/** How many times larger the element shows its content, in the direction in which it is smaller. */
function scaleOf({ zoom, transform, scale }: Declared, box: Box): number {
  const zoomed = zoom === undefined || zoom <= 0 ? 1 : zoom;
  return box === 'inline' ? zoomed : zoomed * (transform?.factor ?? 1) * (scale?.factor ?? 1);
}

/** Returns the declarations with the colors of backgrounds as the filters change them. */
function filterPaint(declared: Declared, filters: readonly ColorFilter[]): Declared {
  if (filters.length === 0) return declared;
  const filter = <Value extends Color | string>(color: Value): Color | Exclude<Value, Color> =>
    typeof color === 'object' ? filterColor(color, filters) : (color as Exclude<Value, Color>);
  const { 'background-color': color, 'background-image': image, 'box-shadow': shadows } = declared;
  return {
    ...declared,
    ...(color && { 'background-color': filter(color) }),
    ...(image && { 'background-image': typeof image === 'string' ? image : image.map(filter) }),
    ...(shadows && { 'box-shadow': shadows.map(filter) }),
  };
}

const solid = (value: Color | 'currentcolor' | undefined, current: Color): Color | undefined =>
  value === 'currentcolor' ? current : value;

const lineHeightPx = (lineHeight: Declared['line-height'], fontPx: number, parent: InheritedStyle) => {
  if (lineHeight === undefined) return parent.lineHeightPx;
  return lineHeight === 'auto' ? undefined : pixels(lineHeight, fontPx, fontPx);
};
