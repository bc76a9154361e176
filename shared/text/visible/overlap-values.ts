import { faintMax } from './backgrounds';
import { isAbsolute } from './boxes';
import type { LaidOutElement } from './clips';
import type { Color, Length } from './css-values';
import type { Extents } from './extents';
import { windowHeightPx, windowPx } from './inherited-style';
import { pxReader, type Size } from './px-reader';
import type { Declared } from './properties';
import { tinyPx } from './shapes';

/** What lays an element over text without a position, like a position does. */
export function effectOf(declared: Declared): 'transform' | 'opacity' | undefined {
  const { transform, translate, scale, rotate, opacity = 1, filter } = declared;
  if ([transform, translate, scale, rotate].some((value) => value !== undefined)) return 'transform';
  return opacity < 1 || filter !== undefined ? 'opacity' : undefined;
}

/** Returns how far a relative position or a transformation moves a box down. */
export function offsetOf(laid: LaidOutElement): number {
  const { declared, box } = laid;
  const px = pxReader(laid);
  const moves = box === 'inline' ? [] : [declared.transform, declared.translate];
  const moved = moves.flatMap((move) => move?.y ?? []).reduce((sum, length) => sum + px(length, 20), 0);
  if (declared.position !== 'relative') return moved;
  return moved + (typeof declared.top === 'object' ? px(declared.top, 0) : -px(declared.bottom, 0));
}

/** The area that a box covers with its background or its picture. */
export interface Cover {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** How many pixels further down the top and the bottom may be. */
  growth: { top: number; bottom: number };
}

interface Place {
  left: number;
  top: number;
  height: { anchor: number; content: number };
  /** How many pixels further down the top, and what follows the box, may be. */
  growth: { top: number; end: number };
}

/** The size of a picture without one. */
const [pictureWidth, pictureHeight] = [300, 100];

/** The width of narrow letters, as a part of that of wide ones. */
const narrow = 0.4;

const isSolid = (color: Color | 'currentcolor' | undefined): boolean =>
  color === 'currentcolor' || (color !== undefined && color.alpha >= 1 - faintMax);

export function isOpaque({ element, declared, style }: LaidOutElement): boolean {
  const image = declared['background-image'] ?? [];
  const isPainted =
    element.name === 'img' ||
    isSolid(declared['background-color']) ||
    image === 'unknown' ||
    (image.length > 0 && image.every(isSolid));
  return (
    isPainted && style.isVisible && style.opacity >= 1 - faintMax && declared['background-clip'] !== 'text'
  );
}

/** Returns the area that an opaque box covers. Undefined if the box shows what is below it. */
export function coverOf(
  laid: LaidOutElement,
  { left, top, height, growth }: Place,
  extents: Extents,
): Cover | undefined {
  if (!isOpaque(laid)) return undefined;
  const { declared, element } = laid;
  const px = pxReader(laid);
  const start = left - px(declared['padding-left']);
  const width = widthOf(laid, extents);
  const anchorHeight = declared.position === 'fixed' ? windowHeightPx : height.anchor;
  const isStretched = isAbsolute(declared) && isSet(declared.top) && isSet(declared.bottom);
  const own = isStretched
    ? anchorHeight - px(declared.top, anchorHeight) - px(declared.bottom, anchorHeight)
    : isSet(declared.height)
      ? px(declared.height, isAbsolute(declared) ? anchorHeight : 0)
      : element.name === 'img'
        ? pictureHeight
        : height.content;
  const bottom = top + Math.max(own, px(declared['min-height'], 0));
  const isOfAnchor =
    isStretched || (isAbsolute(declared) && isSet(declared.height) && declared.height.per === '%');
  const bottomGrowth = isOfAnchor && declared.position !== 'fixed' ? growth.end : growth.top;
  if (width <= tinyPx) return undefined;
  return {
    left: start,
    right: start + width,
    top,
    bottom,
    growth: { top: growth.top, bottom: bottomGrowth },
  };
}

const isSet = (length: Size): length is Length => typeof length === 'object';

function widthOf(laid: LaidOutElement, extents: Extents): number {
  const { declared, element, style, box } = laid;
  if (isSet(declared.width)) return pxReader(laid)(declared.width);
  if (element.name === 'img') return pictureWidth;
  const isStretched = isSet(declared.left) && isSet(declared.right);
  return (box === 'block' && !isAbsolute(declared)) || isStretched
    ? windowPx
    : extents.of(element, style.fontPx).width * narrow;
}
