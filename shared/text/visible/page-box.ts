import { isAbsolute } from './boxes';
import type { LaidOutElement } from './clips';
import { enterFlow, isBesideText, isFullWidth, lineTop, newFlow, type Flow } from './flow';
import { effectOf, isOpaque, offsetOf } from './overlap-values';
import { pxReader } from './px-reader';

/** An element on the page, from the top of which positions are measured. */
export interface PageBox {
  flow: Flow;
  /** What is added to the positions in the flow. */
  shift: number;
  /** The `z-index`, or -1 for a box without a position. */
  level: number;
  /** The `z-index` that decides for all content. */
  stackLevel: number | undefined;
  /** Whether a background hides content with a negative `z-index`. */
  hasBackdrop: boolean;
  isBehind: boolean;
  /** How many texts are before the element. */
  start: number;
  /** The top of the box to which absolute positions refer. */
  anchorTop: number;
  /** How many pixels further down that top may be. */
  anchorGrowth: number;
  /** Of the texts, only those before may be below the box, as it is where the flow puts it after them. */
  movedFrom: number;
  /** The texts in the boxes beside this one. */
  beside: Beside | undefined;
}

export interface Beside {
  from: number;
  to: number;
  outer: Beside | undefined;
}

export const newRootBox = (): PageBox => ({
  flow: newFlow(),
  shift: 0,
  level: -1,
  stackLevel: undefined,
  hasBackdrop: false,
  isBehind: false,
  start: 0,
  anchorTop: 0,
  anchorGrowth: 0,
  movedFrom: 0,
  beside: undefined,
});

/** The level of a box with a negative `z-index`. */
export const behindLevel = -2;

/** Starts the content of an element on the page, before which the page has `start` texts. */
export function enterBox(
  laid: LaidOutElement,
  parent: PageBox,
  start: number,
  shrunkUntil: number,
): { box: PageBox; leave: () => void } {
  const { declared, element } = laid;
  const { flow, leave } = enterFlow(laid, parent.flow);
  const isPlaced = isAbsolute(declared);
  const offset = offsetOf(laid);
  const isMoved = isPlaced || offset !== 0 || pxReader(laid)(declared['margin-top']) < 0;
  const isCell = /^t[dh]$/.test(element.name) || (isBesideText(laid) && !isFullWidth(laid));
  const box = {
    ...parent,
    ...stackingOf(laid, parent),
    flow,
    shift: offset + (isPlaced ? absoluteShift(laid, parent) : parent.shift),
    start,
    movedFrom: isMoved ? start : Math.max(parent.movedFrom, shrunkUntil),
    beside: isCell && !isPlaced ? { from: parent.start, to: start, outer: parent.beside } : parent.beside,
  };
  return { box, leave };
}

type Stacking = Pick<PageBox, 'level' | 'stackLevel' | 'isBehind' | 'hasBackdrop'>;

function stackingOf(laid: LaidOutElement, parent: PageBox): Stacking {
  const { declared, element } = laid;
  const { position = 'static', 'z-index': index = 'auto' } = declared;
  const isPositioned = position !== 'static';
  const hasEffect = effectOf(declared) !== undefined;
  const ownLevel = index === 'auto' ? 0 : index < 0 ? behindLevel : index;
  const level = isPositioned ? ownLevel : hasEffect ? 0 : parent.level;
  const isStack = (isPositioned && index !== 'auto') || position === 'fixed' || hasEffect;
  const isPainted = isOpaque(laid) && !/^(?:html|body)$/.test(element.name);
  return {
    level: parent.stackLevel ?? level,
    stackLevel: parent.stackLevel ?? (isStack && level >= 0 ? level : undefined),
    isBehind: parent.isBehind || (isPositioned && level < 0 && parent.hasBackdrop),
    hasBackdrop: !isStack && (parent.hasBackdrop || isPainted),
  };
}

/** Returns the top of a box with an absolute position. */
function absoluteShift(laid: LaidOutElement, parent: PageBox): number {
  const { declared } = laid;
  const px = pxReader(laid);
  const current = parent.shift + lineTop(parent.flow);
  const anchorTop = declared.position === 'fixed' ? 0 : parent.anchorTop;
  const isSet = typeof declared.top === 'object';
  const top = isSet ? anchorTop + px(declared.top) : current;
  const isAtBottom = !isSet && typeof declared.bottom === 'object';
  return (
    (isAtBottom ? current - px(declared.bottom) - px(declared.height) : top) + px(declared['margin-top'])
  );
}
