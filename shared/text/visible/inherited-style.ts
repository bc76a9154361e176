import type { Color } from './css-values';
import type { ColorFilter } from './filters';
import type { Direction } from './text-direction';

/** The colors that may be behind a text, or undefined if they are unknown. */
export type Backgrounds = readonly Color['channels'][] | undefined;

/** The style of an element that its content inherits. */
export interface InheritedStyle {
  isVisible: boolean;
  fontPx: number;
  /** How many times larger transformations and zoom show the text. */
  scale: number;
  lineHeightPx: number | undefined;
  letterSpacingPx: number;
  wordSpacingPx: number;
  textIndentPx: number;
  isRtl: boolean;
  /** The direction into which all letters are forced. */
  forcedDirection: Direction | undefined;
  /** How lines are aligned. */
  textAlign: string;
  /** Whether lines do not wrap. */
  isNowrap: boolean;
  /** Whether line breaks of the source are shown. */
  keepsLineBreaks: boolean;
  /** Whether the client shows dots instead of letters. */
  isMasked: boolean;
  color: Color;
  /** The color that WebKit paints text in, if it differs from `color`. */
  fillColor: Color | undefined;
  /** The colors of strokes and shadows, which repeat the text. */
  strokeColors: readonly Color[];
  shadowColors: readonly Color[];
  /** The colors that a background paints into transparent text. Undefined if the background is a picture. */
  paints: Backgrounds;
  /** The product of the opacities of the element and of the elements around it. */
  opacity: number;
  /** The filters of the element and of the elements around it, the inner ones first. Backgrounds are filtered already. */
  filters: readonly ColorFilter[];
  /** The colors behind the text. Undefined if a picture, of unknown colors, is behind the text. */
  backgrounds: Backgrounds;
}

export const rootStyle: InheritedStyle = {
  isVisible: true,
  fontPx: 16,
  scale: 1,
  lineHeightPx: undefined,
  letterSpacingPx: 0,
  wordSpacingPx: 0,
  textIndentPx: 0,
  isRtl: false,
  forcedDirection: undefined,
  textAlign: 'start',
  isNowrap: false,
  keepsLineBreaks: false,
  isMasked: false,
  color: { channels: [0, 0, 0], alpha: 1 },
  fillColor: undefined,
  strokeColors: [],
  shadowColors: [],
  paints: [],
  opacity: 1,
  filters: [],
  backgrounds: [[255, 255, 255]],
};

/** Whether lines start at the left edge of their box. */
export const isLeftAligned = ({ textAlign, isRtl }: InheritedStyle): boolean =>
  (isRtl ? /^(?:-webkit-)?left$/ : /^(?:start|justify|(?:-webkit-)?left)$/).test(textAlign);

/** The size of the window, to which a percentage of an unknown size refers. */
export const windowPx = 1_000;
export const windowHeightPx = 800;
