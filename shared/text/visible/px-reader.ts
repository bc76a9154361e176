import type { LaidOutElement } from './clips';
import { pixels, type Length } from './css-values';
import { windowPx } from './inherited-style';

export type Size = Length | 'auto' | undefined;

/** Returns a function that reads a length of an element. No length and `auto` are 0. */
export const pxReader =
  ({ style }: Pick<LaidOutElement, 'style'>) =>
  (length: Size, full = windowPx): number =>
    typeof length === 'object' ? pixels(length, style.fontPx, full) : 0;
