import { calcFromComponentValues } from '@csstools/css-calc';
import { color, serializeRGB } from '@csstools/css-color-parser';
import {
  isFunctionNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
  parseListOfComponentValues,
  type ComponentValue,
  type FunctionNode,
} from '@csstools/css-parser-algorithms';
import {
  isTokenDimension,
  isTokenIdent,
  isTokenNumber,
  isTokenPercentage,
  tokenize,
} from '@csstools/css-tokenizer';

/** A length whose unit is resolved only with the font size or the size of the container. */
export interface Length {
  amount: number;
  per: 'px' | 'em' | '%';
}

/** Channels from 0 to 255, and alpha from 0 to 1. */
export interface Color {
  channels: readonly [number, number, number];
  alpha: number;
}

/** Removes white space and comments, and computes `calc()`. */
export const significantNodes = (nodes: readonly ComponentValue[]): ComponentValue[] => {
  const significant = nodes.filter((node) => !isWhiteSpaceOrCommentNode(node));
  return significant.some(isFunctionNode) ? (calcFromComponentValues([significant])[0] ?? []) : significant;
};

export const keywordOf = (node: ComponentValue | undefined): string | undefined =>
  isTokenNode(node) && isTokenIdent(node.value) ? node.value[4].value.toLowerCase() : undefined;

export const numberOf = (node: ComponentValue | undefined): number | undefined =>
  isTokenNode(node) && isTokenNumber(node.value) ? node.value[4].value : undefined;

export const percentageOf = (node: ComponentValue | undefined): number | undefined =>
  isTokenNode(node) && isTokenPercentage(node.value) ? node.value[4].value : undefined;

/** The units of lengths. Units of the viewport are those of a window of 1,000 by 800 pixels. */
const units: Readonly<Record<string, readonly [number, Length['per']]>> = {
  px: [1, 'px'],
  pt: [4 / 3, 'px'],
  pc: [16, 'px'],
  in: [96, 'px'],
  cm: [37.8, 'px'],
  mm: [3.78, 'px'],
  q: [0.945, 'px'],
  rem: [16, 'px'],
  vw: [10, 'px'],
  vh: [8, 'px'],
  vmin: [8, 'px'],
  vmax: [10, 'px'],
  em: [1, 'em'],
  ex: [0.5, 'em'],
  ch: [0.5, 'em'],
};

export function lengthOf(node: ComponentValue | undefined): Length | undefined {
  const percentage = percentageOf(node);
  if (percentage !== undefined) return { amount: percentage, per: '%' };
  if (numberOf(node) === 0) return { amount: 0, per: 'px' };
  if (isFunctionNode(node)) return computedLength(node);
  if (!isTokenNode(node) || !isTokenDimension(node.value)) return undefined;
  const { value, unit } = node.value[4];
  const [factor, per] = units[unit.toLowerCase()] ?? [];
  return factor === undefined || per === undefined ? undefined : { amount: value * factor, per };
}

const math = /^(?:calc|min|max|clamp)$/i;

/** Computes a function of several units, with the usual font size, in a window of usual width. */
function computedLength(node: FunctionNode): Length | undefined {
  if (!math.test(node.getName())) return undefined;
  const css = node.toString().replace(/([\d.]+)(%|[a-z]+)/gi, (source, amount: string, unit: string) => {
    const [factor, per] = unit === '%' ? [10, 'px'] : (units[unit.toLowerCase()] ?? []);
    return factor === undefined ? source : `${Number(amount) * factor * (per === 'em' ? 16 : 1)}px`;
  });
  const [computed] = calcFromComponentValues([parseListOfComponentValues(tokenize({ css }))]);
  const result = computed?.[0];
  return isFunctionNode(result) ? undefined : lengthOf(result);
}

export const pixels = ({ amount, per }: Length, fontPx: number, fullPx: number): number =>
  per === 'px' ? amount : per === 'em' ? amount * fontPx : (amount / 100) * fullPx;

const opaque = (red: number, green: number, blue: number): Color => ({
  channels: [red, green, blue],
  alpha: 1,
});
const [white, black] = [opaque(255, 255, 255), opaque(0, 0, 0)];

/** The colors of the system, without a dark mode. */
const systemColors: Readonly<Record<string, Color>> = {
  canvas: white,
  field: white,
  window: white,
  background: white,
  infobackground: white,
  buttonface: opaque(239, 239, 239),
  mark: opaque(255, 255, 0),
  canvastext: black,
  fieldtext: black,
  windowtext: black,
  buttontext: black,
  infotext: black,
  linktext: opaque(0, 0, 238),
};

export function colorOf(node: ComponentValue | undefined): Color | undefined {
  const name = keywordOf(node) ?? '';
  if (Object.hasOwn(systemColors, name)) return systemColors[name];
  if (isFunctionNode(node) && /^light-dark$/i.test(node.getName()))
    return colorOf(significantNodes(node.value)[0]);
  const parsed = node && color(node);
  if (!parsed) return undefined;
  const [red = 0, green = 0, blue = 0] = (
    serializeRGB(parsed)
      .toString()
      .match(/[\d.]+/g) ?? []
  ).map(Number);
  return { channels: [red, green, blue], alpha: typeof parsed.alpha === 'number' ? parsed.alpha : 1 };
}
