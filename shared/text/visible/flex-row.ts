import type { LaidOutElement } from './clips';
import { windowPx } from './inherited-style';
import { pxReader } from './px-reader';

/** The row of boxes side by side in an element. */
export interface Row {
  /** The width of the rigid boxes so far. */
  width: number;
}

/** Returns the width of what is before an element in a row that does not wrap, and adds the width of the element. */
export function widthBefore(laid: LaidOutElement, row: Row, lineWidth: number): number {
  const { declared, parentDeclared: outer } = laid;
  const isInRow =
    /flex$/.test(outer.display ?? '') &&
    (outer['flex-direction'] ?? 'row') === 'row' &&
    (outer['flex-wrap'] ?? 'nowrap') === 'nowrap' &&
    /start|normal|between|left/.test(outer['justify-content'] ?? 'normal');
  if (!isInRow) return 0;
  const px = pxReader(laid);
  const before = row.width;
  const basis = typeof declared['flex-basis'] === 'object' ? declared['flex-basis'] : declared.width;
  const full = Math.min(lineWidth, windowPx);
  row.width += Math.max(
    declared['flex-shrink'] === 0 ? px(basis, full) : 0,
    px(declared['min-width'], full),
    0,
  );
  return before;
}
