import type { Element } from 'domhandler';
import { isAbsolute, isBeside } from './boxes';
import { clipOf, page, screen, type Clip, type LaidOutElement } from './clips';
import { isLeftAligned, windowHeightPx, windowPx, type InheritedStyle } from './inherited-style';
import type { Length } from './css-values';
import type { Flow } from './flow';
import type { Declared } from './properties';
import { widthBefore, type Row } from './flex-row';
import { lineWidthMax, type Extents } from './extents';
import { pxReader } from './px-reader';
import { tinyPx, type Transformation } from './shapes';

/** Where the content of an element starts on the page, as far as its style tells. Other content may move it down. */
export interface LayoutPosition {
  left: number;
  top: number;
  /** Whether the position is exact. Otherwise, the content may be further to the right or further down. */
  isLeftKnown: boolean;
  isTopKnown: boolean;
  /** The element whose content starts here. */
  element: Element | undefined;
  clip: Clip;
  /** The flow of the content, if a part of it is clipped. */
  flow: Flow | undefined;
  /** Where the flow starts on the page, and the width of its lines, at most. */
  origin: number;
  lineWidth: number;
  row: Row;
  /** The place to which absolute positions in the element refer. */
  anchor: Anchor;
}

interface Anchor extends Pick<LayoutPosition, 'left' | 'top' | 'isLeftKnown' | 'isTopKnown' | 'clip'> {
  width: number;
  height: number;
}

const rootAnchor: Anchor = {
  left: 0,
  top: 0,
  isLeftKnown: true,
  isTopKnown: true,
  clip: page,
  width: windowPx,
  height: windowHeightPx,
};

/** The size of a positioned element, which is usually less. */
const [anchorWidth, anchorHeight] = [1_900, 1_700];

/** The width of a line of a wide window. */
const lineWidthLimit = 1_900;

export const rootPosition: LayoutPosition = {
  ...rootAnchor,
  isTopKnown: false,
  element: undefined,
  flow: undefined,
  origin: 0,
  lineWidth: lineWidthLimit,
  row: { width: 0 },
  anchor: rootAnchor,
};

/** Returns where the content of the element starts. */
export function layoutPositionOf(
  laid: LaidOutElement,
  parent: LayoutPosition,
  extents: Extents,
): LayoutPosition {
  const { declared, box } = laid;
  const moved = moveOf(laid, extents);
  const start = isAbsolute(declared) ? absoluteStart(laid, parent, extents) : flowStart(laid, parent);
  const isInline = box === 'inline';
  const px = pxReader(laid);
  const inset = (side: 'left' | 'top') => (isInline ? 0 : px(declared[`padding-${side}`]));
  const margin = { left: px(declared['margin-left']), top: isInline ? 0 : px(declared['margin-top']) };
  const left = start.left + margin.left + inset('left') + moved.x;
  const top = start.top + margin.top + inset('top') + moved.y;
  const isMoved = moved.x !== 0 || moved.y !== 0 || (declared.position ?? 'static') !== 'static';
  const own = {
    left,
    top,
    isLeftKnown: start.isLeftKnown && !(isInline && margin.left !== 0),
    isTopKnown: start.isTopKnown,
  };
  const clip = clipOf(laid, own, start.clip);
  return {
    ...parent,
    ...own,
    clip,
    row: { width: 0 },
    element: isInline ? parent.element : laid.element,
    anchor: isMoved
      ? {
          ...own,
          left: left - inset('left'),
          top: top - inset('top'),
          clip,
          width: anchorWidth,
          height: anchorHeight,
        }
      : parent.anchor,
  };
}

type Start = Pick<LayoutPosition, 'left' | 'top' | 'isLeftKnown' | 'isTopKnown' | 'clip'>;

export const isSet = (length: Length | 'auto' | undefined): length is Length =>
  length !== undefined && length !== 'auto';

/** Whether offsets move the box. A sticky box stays where it is until a person scrolls. */
export const isRelative = ({ position }: Declared): boolean => position === 'relative';

function flowStart(laid: LaidOutElement, parent: LayoutPosition): Start {
  const { declared, element, parentDeclared } = laid;
  const px = pxReader(laid);
  const isMoved = isRelative(declared);
  const shift = (
    start: Length | 'auto' | undefined,
    end: Length | 'auto' | undefined,
    full: number,
  ): number => (!isMoved ? 0 : isSet(start) ? px(start, full) : -px(end, full));
  const isCell = /^t[dh]$/.test(element.name);
  return {
    left:
      parent.left +
      widthBefore(laid, parent.row, parent.lineWidth) +
      shift(declared.left, declared.right, windowPx),
    top: parent.top + shift(declared.top, declared.bottom, windowHeightPx),
    isLeftKnown:
      parent.isLeftKnown &&
      !isCell &&
      declared['margin-left'] !== 'auto' &&
      !isBeside(declared, parentDeclared),
    isTopKnown: parent.isTopKnown,
    clip: parent.clip,
  };
}

function absoluteStart(laid: LaidOutElement, parent: LayoutPosition, extents: Extents): Start {
  const { declared, element, style } = laid;
  const px = pxReader(laid);
  const isFixed = declared.position === 'fixed';
  const anchor = isFixed ? rootAnchor : parent.anchor;
  const extent = extents.of(element, style.fontPx);
  const width = Math.min(extent.width, lineWidthMax);
  const start: Start = { ...anchor, ...(isFixed && { clip: screen }) };
  if (isSet(declared.left)) start.left += px(declared.left);
  else if (isSet(declared.right)) start.left += anchor.width - px(declared.right) - width;
  else [start.left, start.isLeftKnown] = [parent.left, parent.isLeftKnown];
  if (isSet(declared.top)) start.top += px(declared.top, windowHeightPx);
  else if (isSet(declared.bottom))
    start.top += anchor.height - px(declared.bottom, windowHeightPx) - extent.height;
  else [start.top, start.isTopKnown] = [parent.top, parent.isTopKnown];
  return start;
}

/** Returns how far the transformations of the element move its box. */
export function moveOf(laid: LaidOutElement, extents: Extents): { x: number; y: number } {
  const { declared, box, element, style } = laid;
  const moves = [declared.transform, declared.translate].filter((move) => move !== undefined);
  if (box === 'inline' || moves.length === 0) return { x: 0, y: 0 };
  const px = pxReader(laid);
  const extent = extents.of(element, style.fontPx);
  const width = isAbsolute(declared) ? Math.min(extent.width, lineWidthMax) : windowPx;
  const sum = (axis: 'x' | 'y', full: number): number =>
    moves
      .flatMap((move: Transformation) => move[axis])
      .reduce((total, length) => total + px(length, full), 0);
  return { x: sum('x', width), y: sum('y', 20) };
}

/** Whether text that starts at the position is outside of the area in which content is shown. */
export function isOutOfSight(
  position: LayoutPosition,
  style: InheritedStyle,
  text: string,
  extents: Extents,
): boolean {
  const { left, top, clip, element } = position;
  const indent = style.isRtl ? -style.textIndentPx : style.textIndentPx;
  const extent = element && extents.of(element, style.fontPx);
  const isStartKnown = position.isLeftKnown && isLeftAligned(style) && extent !== undefined;
  const width = isStartKnown
    ? indent < 0
      ? extent.width
      : Math.min(extent.width, lineWidthMax)
    : lineWidthMax;
  const height = position.isTopKnown && extent ? extent.height : windowHeightPx;
  // A word that does not fit into the first line moves to the next one, except for the first word.
  const isInFirstLine = indent <= 0 || style.isNowrap || extents.isOneWord(text);
  return (
    left + Math.min(indent, 0) + width <= clip.left ||
    (isInFirstLine && left + Math.max(indent, 0) >= clip.right - tinyPx) ||
    top + height <= clip.top ||
    top >= clip.bottom - tinyPx
  );
}
