import { blankPx, type Edge } from '../apart';
import type { LaidOutElement } from './clips';
import { pxReader } from './px-reader';

/** The sides of an edge, in text from left to right. */
const sides = { start: ['margin-left', 'padding-left'], end: ['margin-right', 'padding-right'] } as const;

/** Whether a person sees space at the edge of the element. */
export function hasSideSpace(laid: LaidOutElement, edge: Edge): boolean {
  const px = pxReader(laid);
  return sides[edge].some((side) => px(laid.declared[side]) >= blankPx);
}
