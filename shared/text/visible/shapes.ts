import { isFunctionNode, type ComponentValue, type FunctionNode } from '@csstools/css-parser-algorithms';
import {
  keywordOf,
  lengthOf,
  numberOf,
  percentageOf,
  pixels,
  significantNodes,
  type Length,
} from './css-values';
import { isComma } from './paint-values';

/**
 * Whether functions like `inset(100%)`, `rect(0,0,0,0)` or `opacity(0)` leave nothing of a box to see. Undefined if the
 * value has neither a function nor the keyword `none` or `auto`.
 */
export function collapsesBox(nodes: readonly ComponentValue[]): boolean | undefined {
  if (/^(?:none|auto)$/.test(keywordOf(nodes[0]) ?? '')) return false;
  const functions = nodes.filter(isFunctionNode);
  if (!nodes.every((node) => isFunctionNode(node) || keywordOf(node) !== undefined)) return undefined;
  return functions.length === 0 ? undefined : functions.some(collapses);
}

/** What a transformation does to a box. */
export interface Transformation {
  /** Whether it leaves nothing of the box to see. */
  isCollapsed: boolean;
  /** How many times larger the box is shown, in the direction in which it is smaller. */
  factor: number;
  x: readonly Length[];
  y: readonly Length[];
}

const identity: Transformation = { isCollapsed: false, factor: 1, x: [], y: [] };
const collapsed: Transformation = { ...identity, isCollapsed: true };

export function transformationOf(nodes: readonly ComponentValue[]): Transformation | undefined {
  if (nodes.length === 1 && keywordOf(nodes[0]) === 'none') return identity;
  if (nodes.length === 0 || !nodes.every(isFunctionNode)) return undefined;
  const moves = nodes.map((node) => {
    const [name, args] = [node.getName().toLowerCase(), argumentsOf(node)];
    const [first, second] = args.map(lengthOf);
    if (name === 'translatey') return [undefined, first];
    if (name === 'matrix')
      return args.slice(4).map((arg) => ({ amount: numberOf(arg) ?? 0, per: 'px' as const }));
    return /^translate(?:x|3d)?$/.test(name) ? [first, second] : [];
  });
  return {
    isCollapsed: nodes.some(collapses),
    factor: nodes.reduce((product, node) => product * factorOf(node), 1),
    x: moves.flatMap(([x]) => x ?? []),
    y: moves.flatMap(([, y]) => y ?? []),
  };
}

export function translationOf(nodes: readonly ComponentValue[]): Transformation | undefined {
  if (keywordOf(nodes[0]) === 'none') return identity;
  const [x, y] = nodes.map(lengthOf);
  return x && { ...identity, x: [x], y: y ? [y] : [] };
}

export function scalingOf(nodes: readonly ComponentValue[]): Transformation | undefined {
  if (keywordOf(nodes[0]) === 'none') return identity;
  const factors = amounts(nodes.slice(0, 2));
  if (nodes.length === 0) return undefined;
  return factors.some(isNearZero) ? collapsed : { ...identity, factor: smallest(factors) };
}

const smallest = (factors: readonly number[]): number => Math.min(...factors.map(Math.abs));

function factorOf(node: FunctionNode): number {
  const [name, factors] = [node.getName().toLowerCase(), amounts(argumentsOf(node))];
  if (/^scale(?:3d)?$/.test(name) && factors.length > 0) return smallest(factors.slice(0, 2));
  if (/^scale[xy]$/.test(name)) return Math.min(1, smallest(factors));
  const [a = 1, b = 0, c = 0, d = 1] = factors;
  return name === 'matrix' ? Math.min(Math.hypot(a, b), Math.hypot(c, d)) : 1;
}

/** Reads `rotate: x 90deg`. A rotation without an axis keeps the text readable. */
export function rotationOf(nodes: readonly ComponentValue[]): Transformation | undefined {
  if (keywordOf(nodes[0]) === 'none') return identity;
  const isTilted = nodes.some((node) => /^[xy]$/.test(keywordOf(node) ?? ''));
  return nodes.length === 0 ? undefined : isTilted && isEdgeOn(nodes.slice(-1)) ? collapsed : identity;
}

/** The size of a box of unknown size. */
const fullPx = 600;

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

const degreesPer: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

function degrees(node: ComponentValue | undefined): number {
  const [, amount = '0', unit = ''] = /^([-+.\d]+)([a-z]+)$/i.exec(node?.toString().trim() ?? '') ?? [];
  return Number(amount) * (degreesPer[unit.toLowerCase()] ?? 0);
}

const isEdgeOn = ([angle]: Arguments): boolean => Math.abs((Math.abs(degrees(angle)) % 180) - 90) <= 2;

const tests: Readonly<Record<string, (args: Arguments) => boolean>> = {
  scale: (args) => amounts(args).some(isNearZero),
  scalex: (args) => isNearZero(amounts(args)[0]),
  scaley: (args) => isNearZero(amounts(args)[0]),
  scale3d: (args) => amounts(args).slice(0, 2).some(isNearZero),
  matrix: (args) => {
    const [a = 1, b = 0, c = 0, d = 1] = amounts(args);
    return isNearZero(a * d - b * c);
  },
  matrix3d: (args) => {
    const [a = 1, b = 0, , , c = 0, d = 1] = amounts(args);
    return isNearZero(a * d - b * c);
  },
  rotatex: isEdgeOn,
  rotatey: isEdgeOn,
  rotate3d: (args) => isNearZero(amounts(args)[2]) && isEdgeOn(args.slice(3)),
  skew: (args) => args.some((arg) => isEdgeOn([arg])),
  skewx: isEdgeOn,
  skewy: isEdgeOn,
  opacity: (args) => (amounts(args)[0] ?? 1) <= 0.1,
  blur: (args) => (lengths(args)[0] ?? 0) >= unreadableBlurPx,
  xywh: (args) =>
    lengths(args)
      .slice(2, 4)
      .some((size) => size <= tinyPx),
  path: (args) => {
    const numbers = args.join(' ').match(/-?[\d.]+/g) ?? [];
    return (
      numbers.length < 4 || Math.max(...numbers.map(Number)) - Math.min(...numbers.map(Number)) <= tinyPx
    );
  },
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

const unreadableBlurPx = 6;

const spread = (values: readonly number[]): number =>
  values.length === 0 ? fullPx : Math.max(...values) - Math.min(...values);

function collapses(node: FunctionNode): boolean {
  const name = node.getName().toLowerCase();
  return Object.hasOwn(tests, name) && tests[name]?.(argumentsOf(node)) === true;
}

const argumentsOf = (node: FunctionNode): ComponentValue[] =>
  significantNodes(node.value).filter((part) => !isComma(part));
