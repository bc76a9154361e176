import type { Element } from 'domhandler';
import type { Box } from './boxes';
import { isAbsolute } from './boxes';
import type { Declared } from './properties';
import { windowHeightPx, windowPx, type InheritedStyle } from './inherited-style';
import { pixels, type Length } from './css-values';
import { tinyPx } from './shapes';

/** The area in which content is shown. */
export interface Clip {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A person can scroll to the right and down. */
export const page: Clip = { left: 0, top: 0, right: Infinity, bottom: Infinity };

/** The window, in which fixed content stays. */
export const screen: Clip = { left: 0, top: 0, right: windowPx, bottom: windowHeightPx };

export interface LaidOutElement {
  element: Element;
  declared: Declared;
  style: InheritedStyle;
  box: Box;
  parentDeclared: Declared;
}

/** Returns the area in which the content of an element is shown, which starts at this position. */
export function clipOf(
  laid: LaidOutElement,
  { left, top }: { left: number; top: number },
  outer: Clip,
): Clip {
  const { element, declared, style, box } = laid;
  // The window has the scroll bars of the page.
  if (box !== 'block' || !clips(declared) || /^(?:html|body)$/.test(element.name)) return outer;
  const px = (length: Length | 'auto' | undefined): number | undefined =>
    length === undefined || length === 'auto' ? undefined : pixels(length, style.fontPx, windowPx);
  const padding = (side: 'left' | 'right' | 'top' | 'bottom'): number => px(declared[`padding-${side}`]) ?? 0;
  const isBorderBox = declared['box-sizing'] === 'border-box';
  const [width, height] = [widthOf(declared, px), heightOf(laid, px)];
  const canScroll = /^(?:auto|scroll|overlay)$/.test(declared.overflow ?? '');
  const end = (start: number, size: number, before: number, after: number): number => {
    if (canScroll && size > tinyPx) return Infinity;
    return isBorderBox ? Math.max(start - before + size, start + after) : start + size + after;
  };
  return {
    left: Math.max(outer.left, left - padding('left')),
    top: Math.max(outer.top, top - padding('top')),
    right: Math.min(outer.right, end(left, width, padding('left'), padding('right'))),
    bottom: Math.min(outer.bottom, end(top, height, padding('top'), padding('bottom'))),
  };
}

export const clips = ({ overflow, contain }: Declared): boolean =>
  contain === 'strict' || (overflow !== undefined && overflow !== 'visible');

type PxOf = (length: Length | 'auto' | undefined) => number | undefined;

const widthOf = (declared: Declared, px: PxOf): number =>
  Math.max(
    Math.min(px(declared.width) ?? windowPx, px(declared['max-width']) ?? Infinity),
    px(declared['min-width']) ?? 0,
  );

/** A percentage of the height of the text around it has no effect. */
function heightOf({ declared, style, parentDeclared }: LaidOutElement, px: PxOf): number {
  const own = (length: Length | 'auto' | undefined) =>
    length !== undefined && length !== 'auto' && length.per === '%' && !isAbsolute(declared)
      ? undefined
      : px(length);
  const { lineHeightPx } = style;
  const isInEmptyRow =
    parentDeclared['grid-template-rows'] === true && /grid/.test(parentDeclared.display ?? '');
  const isEmpty = isInEmptyRow || (declared.contain !== undefined && declared.contain !== 'none');
  const auto = isEmpty || (lineHeightPx !== undefined && lineHeightPx <= tinyPx) ? 0 : Infinity;
  return Math.max(
    Math.min(own(declared.height) ?? auto, own(declared['max-height']) ?? Infinity),
    own(declared['min-height']) ?? 0,
  );
}
