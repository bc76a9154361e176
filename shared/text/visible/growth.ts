import type { Element } from 'domhandler';
import { isAbsolute } from './boxes';
import type { LaidOutElement } from './clips';
import { lineTop, normalLineHeight, type Flow } from './flow';
import type { InheritedStyle } from './inherited-style';
import { pxReader } from './px-reader';

/**
 * Adds up how many pixels further down than laid out the current position of the page may be, because pictures, fonts,
 * and windows have sizes that only the client knows.
 */
interface Growth {
  now: () => number;
  enter: (laid: LaidOutElement, flow: Flow, outer: Flow) => { top: number; leave: () => void };
  addText: (text: string, style: InheritedStyle, lineWidth: number) => void;
}

export function newGrowth(): Growth {
  let growth = 0;
  /** The bottom of the boxes beside the text, which may be lower than that of the text. */
  let besideBottom = -Infinity;
  const growBeside = ({ box }: LaidOutElement, flow: Flow, outer: Flow): void => {
    if (flow === outer && box !== 'inline') growth += Math.max(0, besideBottom - lineTop(flow));
  };
  return {
    now: () => growth,
    enter: (laid, flow, outer) => {
      growBeside(laid, flow, outer);
      const top = growth;
      const own = growthOf(laid);
      growth += own;
      const leave = (): void => {
        growth = hasHeight(laid) ? top + own : growth + own;
        growBeside(laid, flow, outer);
        if (flow !== outer && isOutsideOfFlow(laid))
          besideBottom = Math.max(besideBottom, flow.top + flow.lineHeight);
      };
      return { top, leave };
    },
    addText: (text, style, lineWidth) => {
      growth += textGrowthOf(text, style, lineWidth);
    },
  };
}

/** Whether the height is the same with any content. */
const hasHeight = ({ box, declared: { height } }: LaidOutElement): boolean =>
  box === 'block' && typeof height === 'object' && height.per !== '%';

/** Whether the flow around the box does not count its height. */
const isOutsideOfFlow = ({ element, declared }: LaidOutElement): boolean =>
  !isAbsolute(declared) && (!/^t[dh]$/.test(element.name) || 'rowspan' in element.attribs);

/** What a picture or a field of unknown height may add. */
const unknownPx = 10_000;

const replaced = new Set(
  'img svg video audio canvas iframe object embed picture input textarea select button meter progress'.split(
    ' ',
  ),
);

/** The parts of the height that depend on the width of the window. */
const relativeHeights = [
  'height',
  'min-height',
  'padding-top',
  'padding-bottom',
  'margin-top',
  'margin-bottom',
] as const;

/** Returns how many pixels the element may be higher than it is laid out, not counting its content. */
function growthOf(laid: LaidOutElement): number {
  const { declared, element, parentDeclared } = laid;
  const isUnsized = replaced.has(element.name) && !hasHeight(laid);
  if (declared['aspect-ratio'] === true || isUnsized) return unknownPx;
  const px = pxReader(laid);
  const relative = relativeHeights.reduce((sum, name) => {
    const length = declared[name];
    return typeof length === 'object' && length.per === '%' ? sum + Math.max(0, px(length)) : sum;
  }, 0);
  const gaps = px(declared['border-width']) + px(declared['border-spacing']) + px(parentDeclared['row-gap']);
  return relative + gaps + cellGap(element);
}

/** What is around the content of a cell. */
function cellGap(cell: Element): number {
  if (!/^t[dh]$/.test(cell.name)) return 0;
  const { attribs = {} } = tableOf(cell) ?? {};
  const [padding = 1, spacing = 2] = ['cellpadding', 'cellspacing'].map((name) =>
    name in attribs ? Number.parseInt(attribs[name] ?? '', 10) || 0 : undefined,
  );
  return padding + spacing;
}

const tableOf = ({ parent: row }: Element): Element | undefined =>
  [row?.parent, row?.parent?.parent].find(
    (node): node is Element => node instanceof Object && 'name' in node && node.name === 'table',
  );

/** The width of a letter and of a line, and the height of a line, where text needs much space. */
const [wideLetter, narrowLinePx, highLine] = [0.6, 400, 1.4];

/** Returns how many pixels a text may be higher than it is laid out. */
function textGrowthOf(
  text: string,
  { fontPx, lineHeightPx, isNowrap }: InheritedStyle,
  lineWidth: number,
): number {
  const height = lineHeightPx ?? highLine * fontPx;
  const letters = text.trim().length;
  const lines = isNowrap
    ? 0
    : Math.floor((letters * wideLetter * fontPx) / Math.min(lineWidth, narrowLinePx));
  return lines * height + (height - (lineHeightPx ?? normalLineHeight * fontPx));
}
