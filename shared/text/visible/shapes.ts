import {
  isFunctionNode,
  isTokenNode,
  type ComponentValue,
  type FunctionNode,
} from '@csstools/css-parser-algorithms';
import { isTokenComma } from '@csstools/css-tokenizer';
import { keywordOf, lengthOf, numberOf, percentageOf, pixels, significantNodes } from './css-values';

/**
 * Whether functions like `scale(0)`, `inset(100%)` or `rect(0,0,0,0)` leave nothing of a box to see, or move the box
 * off the screen. Undefined if the value has neither a function nor the keyword `none` or `auto`.
 */
export function collapsesBox(nodes: readonly ComponentValue[]): boolean | undefined {
  if (/^(?:none|auto)$/.test(keywordOf(nodes[0]) ?? '')) return false;
  const functions = nodes.filter(isFunctionNode);
  if (functions.length > 0) return functions.some(collapses);
  const moves = nodes.map(lengthOf).filter((length) => length !== undefined);
  return moves.length === 0 ? undefined : moves.some((length) => isFarAway(pixels(length, 16, fullPx)));
}

/** The size of a box of unknown size. */
const fullPx = 600;

/** The distance at which a box is off the screen. */
const farPx = 900;

export const isFarAway = (px: number): boolean => Math.abs(px) >= farPx;

/** The size up to which a box shows nothing that can be read. */
export const tinyPx = 2;

type Arguments = readonly ComponentValue[];

const amounts = (args: Arguments): number[] =>
  args.map((node) => numberOf(node) ?? (percentageOf(node) ?? 100) / 100);

const lengths = (args: Arguments): number[] =>
  args.flatMap((node) => {
    const length = lengthOf(node);
    return length ? [pixels(length, 16, fullPx)] : [];
  });

const isNearZero = (amount: number | undefined): boolean => amount !== undefined && Math.abs(amount) <= 0.05;

const degrees = (args: Arguments): number => Number.parseFloat(args[0]?.toString() ?? '') || 0;

const isEdgeOn = (args: Arguments): boolean =>
  Math.abs(degrees(args)) % 180 === 90 && /deg\s*$/i.test(String(args[0]));

const isMovedAway = (args: Arguments): boolean => lengths(args).some(isFarAway);

const tests: Readonly<Record<string, (args: Arguments) => boolean>> = {
  scale: (args) => amounts(args).some(isNearZero),
  scalex: (args) => isNearZero(amounts(args)[0]),
  scaley: (args) => isNearZero(amounts(args)[0]),
  scale3d: (args) => amounts(args).slice(0, 2).some(isNearZero),
  matrix: (args) => {
    const [a = 1, b = 0, c = 0, d = 1, ...move] = amounts(args);
    return isNearZero(a * d - b * c) || move.some(isFarAway);
  },
  rotatex: isEdgeOn,
  rotatey: isEdgeOn,
  translate: isMovedAway,
  translatex: isMovedAway,
  translatey: isMovedAway,
  translate3d: isMovedAway,
  opacity: (args) => (amounts(args)[0] ?? 1) <= 0.1,
  circle: (args) => (lengths(args)[0] ?? fullPx) <= tinyPx,
  ellipse: (args) =>
    lengths(args)
      .slice(0, 2)
      .some((radius) => radius <= tinyPx),
  rect: (args) => {
    const edges = args.map((node) => {
      const length = lengthOf(node);
      return length && pixels(length, 16, fullPx);
    });
    const [top = 0, right = fullPx, bottom = fullPx, left = 0] = edges;
    return bottom - top <= tinyPx || right - left <= tinyPx;
  },
  inset: (args) => {
    const [top = 0, right = top, bottom = top, left = right] = lengths(args);
    return top + bottom >= fullPx - tinyPx || left + right >= fullPx - tinyPx;
  },
  polygon: (args) => {
    const points = lengths(args);
    return [0, 1].some((axis) => spread(points.filter((_point, index) => index % 2 === axis)) <= tinyPx);
  },
};

const spread = (values: readonly number[]): number =>
  values.length === 0 ? fullPx : Math.max(...values) - Math.min(...values);

function collapses(node: FunctionNode): boolean {
  const name = node.getName().toLowerCase();
  const args = significantNodes(node.value).filter(
    (part) => !(isTokenNode(part) && isTokenComma(part.value)),
  );
  return Object.hasOwn(tests, name) && tests[name]?.(args) === true;
}
