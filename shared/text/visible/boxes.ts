import type { Declared } from './properties';

/** How an element lays out its content, as far as sizes apply to it. */
export type Box = 'inline' | 'table' | 'block';

/** Returns how the element is laid out, of which `defaultBox` is the box without CSS. */
export const boxOf = (declared: Declared, defaultBox: Box, parent: Declared): Box => {
  if (isAbsolute(declared) || isFloating(declared)) return 'block';
  const { display } = declared;
  if (display !== undefined && /table/.test(display)) return 'table';
  if (isFlexible(parent)) return 'block';
  if (display === undefined) return defaultBox;
  return /^(?:inline|contents|run-in|ruby|math)$/.test(display) ? 'inline' : 'block';
};

export const isAbsolute = ({ position }: Declared): boolean =>
  position === 'absolute' || position === 'fixed';

const isFloating = ({ float }: Declared): boolean => float !== undefined && float !== 'none';

/** Whether the element lays out its children side by side. */
const isFlexible = (declared: Declared): boolean =>
  /flex|grid|-box$/.test(declared.display ?? '') && clampedLines(declared) === undefined;

/** The number of lines that the box shows. Such a box lays out its content as a block does. */
export const clampedLines = ({ display = '', '-webkit-line-clamp': lines }: Declared): number | undefined =>
  /-box$/.test(display) && typeof lines === 'number' && lines >= 1 ? lines : undefined;

/** Whether the element lays out its children below each other, although it is flexible. */
export const isColumn = (declared: Declared): boolean =>
  /grid/.test(declared.display ?? '')
    ? declared['grid-template-columns'] !== true
    : declared['flex-direction'] === 'column';

/** Whether the box is next to other text. */
export const isBeside = (declared: Declared, parent: Declared): boolean =>
  isFloating(declared) || isFlexible(parent) || /^inline-|table-cell/.test(declared.display ?? '');
