import { clampedLines, isAbsolute } from './boxes';
import { clips, type LaidOutElement } from './clips';
import { pixels, type Length } from './css-values';
import type { Extents } from './extents';
import { enterFlow, newFlow } from './flow';
import { isRelative, isSet, layoutPositionOf, moveOf, type LayoutPosition } from './layout-position';
import { pxReader } from './px-reader';

/** The position of the content of an element, and how to continue after it. */
interface EnteredPosition {
  position: LayoutPosition;
  leave: () => void;
}

/** Lays out the start of an element. Its content has a flow from the first box on that clips what does not fit. */
export function enterElement(
  laid: LaidOutElement,
  parent: LayoutPosition,
  extents: Extents,
): EnteredPosition {
  const entered = enterFlowAround(laid, parent, extents);
  const { flow } = entered.position;
  const lines = clips(laid.declared) ? clampedLines(laid.declared) : undefined;
  if (!flow || lines === undefined) return entered;
  const { linesMax } = flow;
  flow.linesMax = Math.min(linesMax, flow.lines + lines);
  const leave = (): void => {
    entered.leave();
    flow.linesMax = linesMax;
  };
  return { ...entered, leave };
}

function enterFlowAround(laid: LaidOutElement, parent: LayoutPosition, extents: Extents): EnteredPosition {
  const outer = parent.flow && enterFlow(laid, parent.flow);
  const position = layoutPositionOf(laid, parent, extents);
  const { clip, top } = position;
  const lineWidth = lineWidthOf(laid, parent);
  if (outer && !isAbsolute(laid.declared)) {
    const origin = parent.origin + shiftOf(laid, extents);
    return { position: { ...position, flow: outer.flow, origin, lineWidth }, leave: outer.leave };
  }
  const isClipped =
    Number.isFinite(clip.bottom) || Number.isFinite(clip.right) || clampedLines(laid.declared) !== undefined;
  const flow = isClipped ? newFlow() : undefined;
  return { position: { ...position, flow, origin: top, lineWidth }, leave: outer?.leave ?? nothing };
}

const nothing = (): void => undefined;

function lineWidthOf(laid: LaidOutElement, parent: LayoutPosition): number {
  const { declared, box, style } = laid;
  const px = (length: Length | 'auto' | undefined, auto: number) =>
    isSet(length) ? pixels(length, style.fontPx, parent.lineWidth) : auto;
  if (box === 'inline') return parent.lineWidth;
  const widest = box === 'table' ? Infinity : px(declared['max-width'], Infinity);
  const width = Math.min(box === 'table' ? parent.lineWidth : px(declared.width, parent.lineWidth), widest);
  return Math.max(width, px(declared['min-width'], 0));
}

function shiftOf(laid: LaidOutElement, extents: Extents): number {
  const { declared } = laid;
  const px = pxReader(laid);
  const isMoved = isRelative(declared);
  const shift = !isMoved ? 0 : isSet(declared.top) ? px(declared.top) : -px(declared.bottom);
  return shift + moveOf(laid, extents).y;
}
