import { isAbsolute, isBeside, isColumn } from './boxes';
import type { LaidOutElement } from './clips';
import { pixels, type Length } from './css-values';
import type { InheritedStyle } from './inherited-style';

/**
 * Where the next line of a box with clipped content starts, at least: lines are as low, and letters as narrow, as those
 * of any font, so that no text counts as clipped that a person sees.
 */
export interface Flow {
  top: number;
  /** The width and the height of what is on the current line. */
  lineWidth: number;
  lineHeight: number;
  /** The margin below the last box, of which only the largest part counts, and the negative part. */
  margin: number;
  negativeMargin: number;
  /** The number of lines above the current one, and how many of them are shown. */
  lines: number;
  linesMax: number;
  /** Where the cells of the current row end. */
  cellsBottom: number;
}

export const newFlow = (top = 0): Flow => ({
  top,
  lineWidth: 0,
  lineHeight: 0,
  margin: 0,
  negativeMargin: 0,
  lines: 0,
  linesMax: Infinity,
  cellsBottom: top,
});

/** The height of a line without `line-height`, as a part of the font size. */
export const normalLineHeight = 1.1;

export const lineHeightOf = ({ lineHeightPx, fontPx }: InheritedStyle): number =>
  lineHeightPx ?? normalLineHeight * fontPx;

/** Where the next line starts. */
export const lineTop = ({ top, margin, negativeMargin }: Flow): number => top + margin + negativeMargin;

export function endLine(flow: Flow): void {
  if (flow.lineHeight > 0) flow.lines += 1;
  flow.top += flow.lineHeight;
  flow.lineWidth = 0;
  flow.lineHeight = 0;
}

/** Puts something on the current line, or starts one. */
export function addToLine(flow: Flow, width: number, height: number): void {
  useMargin(flow);
  flow.lineWidth += width;
  flow.lineHeight = Math.max(flow.lineHeight, height);
}

function useMargin(flow: Flow): void {
  flow.top += flow.margin + flow.negativeMargin;
  flow.margin = 0;
  flow.negativeMargin = 0;
}

function addMargin(flow: Flow, margin: number): void {
  flow.margin = Math.max(flow.margin, margin);
  flow.negativeMargin = Math.min(flow.negativeMargin, margin);
}

/** A box whose content is laid out in `flow`. */
interface FlowBox {
  flow: Flow;
  /** Continues the flow of the text around the box, after its content. */
  leave: () => void;
}

const nothing = (): void => undefined;

/** Starts the content of an element in the flow around it. */
export function enterFlow(laid: LaidOutElement, outer: Flow): FlowBox {
  if (isAbsolute(laid.declared)) return { flow: newFlow(), leave: nothing };
  if (laid.box === 'inline') return { flow: outer, leave: nothing };
  if (isCell(laid) || isOutOfOrder(laid) || (isBesideText(laid) && !isFullWidth(laid))) {
    const paddingTop = pxReader(laid)(laid.declared['padding-top']) ?? 0;
    const flow = newFlow(outer.top + outer.negativeMargin + paddingTop);
    return { flow, leave: isCell(laid) ? () => endCell(laid, flow, outer) : nothing };
  }
  return enterBlock(laid, outer);
}

function enterBlock(laid: LaidOutElement, flow: Flow): FlowBox {
  const { declared } = laid;
  const px = pxReader(laid);
  endLine(flow);
  addMargin(flow, px(declared['margin-top']) ?? 0);
  const paddingTop = px(declared['padding-top']) ?? 0;
  const isSeparate = paddingTop > 0 || (declared.overflow ?? 'visible') !== 'visible';
  if (isSeparate) useMargin(flow);
  flow.top += paddingTop;
  flow.cellsBottom = flow.top;
  const start = flow.top;
  const leave = (): void => {
    endLine(flow);
    if (isSeparate) useMargin(flow);
    if (isRow(laid)) flow.top = Math.max(flow.top, flow.cellsBottom);
    const content = flow.top - start;
    const height = heightOf(laid, content, px);
    const paddingBottom = px(declared['padding-bottom']) ?? 0;
    // The margins above and below an empty box are one.
    if (height !== content || paddingBottom > 0) useMargin(flow);
    const top = content === 0 ? flow.top : start;
    flow.top = (height === content ? flow.top : top + height) + paddingBottom;
    addMargin(flow, px(declared['margin-bottom']) ?? 0);
  };
  return { flow, leave };
}

function endCell(laid: LaidOutElement, flow: Flow, row: Flow): void {
  endLine(flow);
  if ('rowspan' in laid.element.attribs) return;
  const px = pxReader(laid);
  const bottom = flow.top + (px(laid.declared['padding-bottom']) ?? 0);
  row.cellsBottom = Math.max(row.cellsBottom, bottom, row.top + (px(laid.declared.height) ?? 0));
}

type PxOf = (length: Length | 'auto' | undefined) => number | undefined;

/** Reads a length. A percentage of an unknown height has no effect. */
const pxReader =
  ({ style }: LaidOutElement): PxOf =>
  (length) =>
    length === undefined || length === 'auto' || length.per === '%'
      ? undefined
      : pixels(length, style.fontPx, 0);

/** The height of the box. A table grows with its content. */
function heightOf({ declared, box }: LaidOutElement, content: number, px: PxOf): number {
  const own = px(declared.height);
  const height = own === undefined ? content : box === 'table' ? Math.max(content, own) : own;
  return Math.max(Math.min(height, px(declared['max-height']) ?? Infinity), px(declared['min-height']) ?? 0);
}

const isCell = ({ element, declared }: LaidOutElement): boolean =>
  declared.display === undefined ? /^t[dh]$/.test(element.name) : declared.display === 'table-cell';

const isRow = ({ element, declared }: LaidOutElement): boolean =>
  declared.display === undefined ? element.name === 'tr' : declared.display === 'table-row';

/** Parts of a table that are not shown where they are written. */
const isOutOfOrder = ({ element, declared }: LaidOutElement): boolean =>
  /^(?:thead|tfoot|caption)$/.test(element.name) ||
  /-(?:header|footer)-|caption/.test(declared.display ?? '');

export const isBesideText = ({ declared, parentDeclared }: LaidOutElement): boolean =>
  isBeside(declared, isColumn(parentDeclared) ? {} : parentDeclared);

export const isFullWidth = ({ declared: { width } }: LaidOutElement): boolean =>
  width !== undefined && width !== 'auto' && width.per === '%' && width.amount >= 100;
