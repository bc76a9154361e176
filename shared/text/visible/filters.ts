import { isFunctionNode, type ComponentValue, type FunctionNode } from '@csstools/css-parser-algorithms';
import { numberOf, percentageOf, significantNodes, type Color } from './css-values';
import { collapsesBox } from './shapes';

type Channels = Color['channels'];

/** What a filter does to the content of an element. */
export interface Filter {
  /** Whether it leaves nothing of the element to see. */
  isCollapsed: boolean;
  /** What it does to colors, in this order. */
  colors: readonly ColorFilter[];
}

export type ColorFilter = (channels: Channels) => Channels;

export function filterOf(nodes: readonly ComponentValue[]): Filter | undefined {
  const isCollapsed = collapsesBox(nodes);
  return isCollapsed === undefined
    ? undefined
    : { isCollapsed, colors: nodes.filter(isFunctionNode).flatMap(colorFilterOf) };
}

export const filterColor = (color: Color, filters: readonly ColorFilter[]): Color => ({
  ...color,
  channels: filters.reduce((channels, filter) => filter(channels), color.channels),
});

const inRange = (channel: number): number => Math.min(255, Math.max(0, channel));

const eachChannel =
  (change: (channel: number) => number): ColorFilter =>
  ([red, green, blue]) => [inRange(change(red)), inRange(change(green)), inRange(change(blue))];

/** Moves the colors toward gray, or away from it. */
const saturate =
  (amount: number): ColorFilter =>
  (channels) => {
    const [red, green, blue] = channels;
    const gray = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    return eachChannel((channel) => gray + amount * (channel - gray))(channels);
  };

const middle = 127.5;

/** The filters that change colors so much that text can appear or disappear. */
const colorFilters: Readonly<Record<string, (amount: number) => ColorFilter>> = {
  brightness: (amount) => eachChannel((channel) => channel * amount),
  contrast: (amount) => eachChannel((channel) => (channel - middle) * amount + middle),
  invert: (amount) => eachChannel((channel) => channel + Math.min(1, amount) * (255 - 2 * channel)),
  grayscale: (amount) => saturate(1 - Math.min(1, amount)),
  saturate,
};

function colorFilterOf(node: FunctionNode): readonly ColorFilter[] {
  const name = node.getName().toLowerCase();
  if (!Object.hasOwn(colorFilters, name)) return [];
  const [argument] = significantNodes(node.value);
  const percentage = percentageOf(argument);
  const amount = percentage === undefined ? (numberOf(argument) ?? 1) : percentage / 100;
  return [colorFilters[name]?.(amount) ?? ((channels) => channels)];
}
