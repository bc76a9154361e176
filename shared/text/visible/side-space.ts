import { spacePx, type Edge } from '../separation';
import type { LaidOutElement } from './clips';
import { pxReader } from './px-reader';

/** The sides of an edge, in text from left to right. */
const sides = { start: ['margin-left', 'padding-left'], end: ['margin-right', 'padding-right'] } as const;

/** Whether there is a visible gap at the edge of the element. */
export function hasSideSpace(laid: LaidOutElement, edge: Edge): boolean {
  const px = pxReader(laid);
  return sides[edge].some((side) => px(laid.declared[side]) >= spacePx);
}
