import { pixels, type Color, type Length } from './css-values';
import { blend, windowPx, type Declared, type InheritedStyle } from './computed-style';
import { isFarAway, tinyPx } from './shapes';

/** The opacity up to which text cannot be read. */
const faintMax = 0.1;

/** The difference of colors, in each channel, up to which text disappears in its background. */
const channelDifferenceMax = 16;

/** How an element lays out its content, as far as sizes apply to it. */
type Box = 'inline' | 'table' | 'block';

/** Whether the element hides all of its content, even if the content has other styles. */
export function hidesContent(declared: Declared, style: InheritedStyle, box: Box): boolean {
  const isBox = box === 'block';
  return (
    declared.display === 'none' ||
    declared['mso-hide'] === 'all' ||
    style.opacity <= faintMax ||
    declared.filter === true ||
    declared['clip-path'] === true ||
    (declared.zoom !== undefined && declared.zoom > 0 && declared.zoom <= faintMax) ||
    (declared.clip === true && isAbsolute(declared)) ||
    (isBox && (declared.transform === true || declared.scale === true || declared.translate === true)) ||
    (isBox && declared['content-visibility'] === 'hidden') ||
    (isBox && isClipped(declared, style)) ||
    isOffScreen(declared, style, isBox)
  );
}

/** Whether text directly in an element with this style cannot be read. Text further inside may be readable. */
export function hidesText(declared: Declared, style: InheritedStyle): boolean {
  return (
    !style.isVisible ||
    style.fontPx <= tinyPx ||
    style.textIndentPx <= -farIndentPx ||
    style.letterSpacingPx <= -0.5 * style.fontPx ||
    (style.lineHeightPx !== undefined && style.lineHeightPx <= tinyPx && clips(declared)) ||
    isUnreadableColor(style, declared['background-clip'] === true)
  );
}

const farIndentPx = 900;

export const boxOf = (declared: Declared, defaultBox: Box): Box => {
  if (isAbsolute(declared) || (declared.float !== undefined && declared.float !== 'none')) return 'block';
  const { display } = declared;
  if (display === undefined) return defaultBox;
  if (/^(?:inline|contents|run-in|ruby|math)$/.test(display)) return 'inline';
  return /table/.test(display) ? 'table' : 'block';
};

const isAbsolute = ({ position }: Declared): boolean => position === 'absolute' || position === 'fixed';

const clips = ({ overflow }: Declared): boolean => overflow !== undefined && overflow !== 'visible';

function isClipped(declared: Declared, style: InheritedStyle): boolean {
  if (!clips(declared)) return false;
  const isTiny = (length: Length | 'auto' | undefined): boolean =>
    length !== undefined && length !== 'auto' && pixels(length, style.fontPx, windowPx) <= tinyPx;
  const isRoomy = (length: Length | 'auto' | undefined): boolean =>
    length !== undefined && length !== 'auto' && !isTiny(length);
  return (
    ((isTiny(declared.height) || isTiny(declared['max-height'])) && !isRoomy(declared['min-height'])) ||
    ((isTiny(declared.width) || isTiny(declared['max-width'])) && !isRoomy(declared['min-width']))
  );
}

function isOffScreen(declared: Declared, style: InheritedStyle, isBox: boolean): boolean {
  const isFar = (length: Length | 'auto' | undefined): boolean =>
    length !== undefined && length !== 'auto' && isFarAway(pixels(length, style.fontPx, windowPx));
  const isMoved = declared.position !== undefined && declared.position !== 'static';
  if (isMoved && [declared.left, declared.right, declared.top, declared.bottom].some(isFar)) return true;
  const isPulledAway = (length: Length | 'auto' | undefined): boolean =>
    isFar(length) && length !== 'auto' && (length?.amount ?? 0) < 0;
  return isPulledAway(declared['margin-left']) || (isBox && isPulledAway(declared['margin-top']));
}

function isUnreadableColor(style: InheritedStyle, isBackgroundInText: boolean): boolean {
  const { color, fillColor = color, background } = style;
  if (isBackgroundInText) return false;
  if (fillColor.alpha * style.opacity <= faintMax) return true;
  return background !== undefined && isNearlyEqual(blend(fillColor, background), background);
}

const isNearlyEqual = (first: Color['channels'], second: Color['channels']): boolean =>
  first.every((channel, index) => Math.abs(channel - (second[index] ?? 0)) <= channelDifferenceMax);
