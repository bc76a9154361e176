import { isLeftAligned, windowPx, type InheritedStyle } from './inherited-style';
import { clips, type LaidOutElement } from './clips';
import type { Length } from './css-values';
import type { Declared } from './properties';
import { pxReader } from './px-reader';
import { tinyPx } from './shapes';

/** The width of the lines of a box, and of the part of the box that is shown. Infinite if unknown. */
export interface Widths {
  line: number;
  clip: number;
}

export const unlimited: Widths = { line: windowPx, clip: Infinity };

const isSet = (length: Length | 'auto' | undefined): length is Length =>
  length !== undefined && length !== 'auto';

export function widthsIn(laid: LaidOutElement, outer: Widths): Widths {
  const { declared, box } = laid;
  const px = pxReader(laid);
  const widths = [declared.width, declared['max-width']]
    .filter(isSet)
    .map((length) => px(length, outer.line));
  if (box === 'inline' || widths.length === 0) return outer;
  const line = Math.max(Math.min(...widths), px(declared['min-width'], outer.line));
  return { line, clip: clips(declared) ? Math.min(outer.clip, line) : outer.clip };
}

/** How much of a line may not fit before its words are in doubt. */
const [overflowMax, overflowRatioMax] = [20, 1.5];

/** Whether words are in a box wider than its visible part, so that their position decides whether they are visible. */
export const isInWiderBox = ({ line, clip }: Widths, style: InheritedStyle): boolean =>
  line > (isLeftAligned(style) ? clip * overflowRatioMax : clip + overflowMax);

/** Whether borders, or an empty share of a row, may leave no space for the words of a box that clips them. */
export function mayBeEmpty(laid: LaidOutElement): boolean {
  const { declared, box, parentDeclared } = laid;
  if (box === 'inline' || !clips(declared)) return false;
  const px = pxReader(laid);
  const height = [declared.height, declared['max-height']].filter(isSet).map((length) => px(length));
  const borders = 2 * px(declared['border-width']);
  if (borders > 0 && declared['box-sizing'] === 'border-box' && Math.min(...height) <= borders + tinyPx)
    return true;
  return /flex$/.test(parentDeclared.display ?? '') && isEmptyShare(declared);
}

const isEmptyShare = ({ 'flex-basis': basis, 'flex-grow': grow }: Declared): boolean =>
  isSet(basis) && basis.amount === 0 && (grow ?? 0) === 0;

/** Whether a column of a table has no width, or is not shown. */
export const isHiddenColumn = ({ visibility, width }: Declared): boolean =>
  visibility === 'collapse' || (isSet(width) && width.amount <= (width.per === 'px' ? tinyPx : 0));
