import type { ComponentValue } from '@csstools/css-parser-algorithms';
import { animationNamesOf, isOpenEnded, keepsEnd } from './animation-values';
import { isUncomputed } from './uncomputed';
import { keywordOf, lengthOf, numberOf, type Length } from './css-values';
import { fontOf, isSlash } from './font-values';
import { isComma, isImage, layersOf } from './paint-values';
import {
  allProperties,
  colorValueOf,
  globalKeywordOf,
  isProperty,
  readValue,
  sizeOf,
  type Property,
  type PropertyValue,
} from './properties';

/** A property that a declaration sets, with its value. */
export interface Read {
  property: Property;
  value: PropertyValue;
}

interface Shorthand {
  properties: readonly Property[];
  read: (nodes: readonly ComponentValue[]) => readonly Read[];
}

const backgroundWords =
  /^(?:none|repeat(?:-[xy])?|no-repeat|space|round|scroll|fixed|local|left|right|top|bottom|center|cover|contain|auto|(?:border|padding|content)-box|text)$/;

const isBackgroundPart = (node: ComponentValue): boolean =>
  isImage(node) ||
  isComma(node) ||
  isSlash(node) ||
  backgroundWords.test(keywordOf(node) ?? '') ||
  lengthOf(node) !== undefined ||
  colorValueOf([node]) !== undefined;

function readBackground(nodes: readonly ComponentValue[]): readonly Read[] {
  if (!nodes.every(isBackgroundPart)) return [];
  const color = nodes.map((node) => colorValueOf([node])).find((value) => value !== undefined);
  const isInText = nodes.some((node) => keywordOf(node) === 'text');
  return [
    { property: 'background-image', value: layersOf(nodes) },
    { property: 'background-color', value: color ?? { keyword: 'initial' } },
    { property: 'background-clip', value: isInText ? 'text' : 'border-box' },
  ];
}

function readFont(nodes: readonly ComponentValue[]): readonly Read[] {
  const font = fontOf(nodes);
  if (!font) return [];
  return [
    { property: 'font-size', value: font.size },
    { property: 'line-height', value: font.lineHeight },
  ];
}

type Side = 'top' | 'right' | 'bottom' | 'left';

const boxSides: readonly Side[] = ['top', 'right', 'bottom', 'left'];

/** Reads up to four sizes, in the order of a clock. A side without a property is read but not kept. */
const sides = (names: readonly (Property | undefined)[]): Shorthand => ({
  properties: names.filter((name) => name !== undefined),
  read: (nodes) => {
    const sizes = nodes.map((node) => sizeOf([node]));
    if (sizes.length > names.length || sizes.some((size) => size === undefined)) return [];
    const [first, second = first, third = first, fourth = second] = sizes as (Length | 'auto')[];
    const values = [first, second, third, fourth];
    return names.flatMap((property, index) => {
      const value = values[index];
      return property === undefined || value === undefined ? [] : [{ property, value }];
    });
  },
});

const named = (prefix: string, names: readonly string[]): (Property | undefined)[] =>
  names.map((name) => `${prefix}${name}`).map((name) => (isProperty(name) ? name : undefined));

function readAnimation(nodes: readonly ComponentValue[]): readonly Read[] {
  const isOpen = isOpenEnded(nodes);
  return [
    { property: 'animation-name', value: animationNamesOf(nodes) },
    { property: 'animation-fill-mode', value: keepsEnd(nodes) },
    ...animationTimes.map((property) => ({ property, value: isOpen })),
  ];
}

const animationTimes: readonly Property[] = [
  'animation-duration',
  'animation-delay',
  'animation-iteration-count',
  'animation-direction',
  'animation-play-state',
];

/** Reads `flex: 0 0 100%`, in which a single number is the growth. */
function readFlex(nodes: readonly ComponentValue[]): readonly Read[] {
  const [grow = 1, shrink = 1] = nodes.flatMap((node) => numberOf(node) ?? []);
  const isRigid = keywordOf(nodes[0]) === 'none';
  const sizes = nodes.filter((node) => numberOf(node) === undefined).map((node) => sizeOf([node]));
  return [
    { property: 'flex-grow', value: isRigid ? 0 : grow },
    { property: 'flex-shrink', value: isRigid ? 0 : shrink },
    { property: 'flex-basis', value: sizes[0] ?? (isRigid ? 'auto' : { amount: 0, per: 'px' }) },
  ];
}

function readFlexFlow(nodes: readonly ComponentValue[]): readonly Read[] {
  const names = nodes.map(keywordOf);
  return [
    { property: 'flex-direction', value: names.find((name) => /^(?:row|col)/.test(name ?? '')) ?? 'row' },
    { property: 'flex-wrap', value: names.find((name) => /wrap/.test(name ?? '')) ?? 'nowrap' },
  ];
}

const shorthands: Readonly<Record<string, Shorthand>> = {
  all: { properties: allProperties, read: () => [] },
  animation: {
    properties: ['animation-name', 'animation-fill-mode', ...animationTimes],
    read: readAnimation,
  },
  background: {
    properties: ['background-image', 'background-color', 'background-clip'],
    read: readBackground,
  },
  flex: { properties: ['flex-grow', 'flex-shrink', 'flex-basis'], read: readFlex },
  'flex-flow': { properties: ['flex-direction', 'flex-wrap'], read: readFlexFlow },
  font: { properties: ['font-size', 'line-height'], read: readFont },
  inset: sides(boxSides),
  'inset-block': sides(['top', 'bottom']),
  'inset-inline': sides(['left', 'right']),
  margin: sides(named('margin-', boxSides)),
  'margin-block': sides(['margin-top', 'margin-bottom']),
  'margin-inline': sides(['margin-left', 'margin-right']),
  padding: sides(named('padding-', boxSides)),
  'padding-block': sides(['padding-top', 'padding-bottom']),
  'padding-inline': sides(['padding-left', 'padding-right']),
};

const aliases: Readonly<Record<string, Property>> = {
  'overflow-x': 'overflow',
  'overflow-y': 'overflow',
  'overflow-block': 'overflow',
  'overflow-inline': 'overflow',
  'block-size': 'height',
  'max-block-size': 'max-height',
  'min-block-size': 'min-height',
  'inline-size': 'width',
  'max-inline-size': 'max-width',
  'min-inline-size': 'min-width',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'margin-block-start': 'margin-top',
  'margin-block-end': 'margin-bottom',
  border: 'border-width',
  'border-top': 'border-width',
  'border-bottom': 'border-width',
  'border-block': 'border-width',
  'border-top-width': 'border-width',
  'border-bottom-width': 'border-width',
  gap: 'row-gap',
  'grid-gap': 'row-gap',
  'grid-row-gap': 'row-gap',
  grid: 'grid-template-columns',
  'grid-template': 'grid-template-columns',
  'grid-auto-flow': 'grid-template-columns',
  'grid-row': 'grid-area',
  'grid-row-start': 'grid-area',
  'grid-column': 'grid-area',
  'grid-column-start': 'grid-area',
  'line-clamp': '-webkit-line-clamp',
  'padding-inline-start': 'padding-left',
  'padding-inline-end': 'padding-right',
  'padding-block-start': 'padding-top',
  'padding-block-end': 'padding-bottom',
  'text-wrap': 'white-space',
  'text-wrap-mode': 'white-space',
  '-webkit-background-clip': 'background-clip',
  '-webkit-mask-image': 'mask-image',
  'list-style': 'list-style-type',
  mask: 'mask-image',
  '-webkit-mask': 'mask-image',
  '-webkit-transform': 'transform',
  '-webkit-clip-path': 'clip-path',
  '-webkit-filter': 'filter',
  '-webkit-opacity': 'opacity',
  '-webkit-box-sizing': 'box-sizing',
};

/** Properties that all browsers read with a prefix, too. */
const withoutPrefix = (name: string): string => name.replace(/^-webkit-(?=animation)/, '');

const propertyOf = (name: string): Property | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : isProperty(name) ? name : undefined;

const shorthandOf = (name: string): Shorthand | undefined =>
  Object.hasOwn(shorthands, name) ? shorthands[name] : undefined;

/** Returns the properties that a declaration with this name sets. */
export function propertiesOf(declared: string): readonly Property[] {
  const name = withoutPrefix(declared);
  const property = propertyOf(name);
  return property ? [property] : (shorthandOf(name)?.properties ?? []);
}

/** Returns the properties that a declaration sets. A declaration with a value that is not valid sets none. */
export function readProperty(declared: string, nodes: readonly ComponentValue[]): readonly Read[] {
  if (nodes.length === 0) return [];
  const name = withoutPrefix(declared);
  const global = globalKeywordOf(nodes);
  if (global) return propertiesOf(name).map((property) => ({ property, value: global }));
  const uncomputed: readonly Read[] = isUncomputed(name, nodes)
    ? [{ property: 'uncomputed', value: true }]
    : [];
  const property = propertyOf(name);
  if (property === undefined) return [...(shorthandOf(name)?.read(nodes) ?? []), ...uncomputed];
  const value = readValue(property, nodes);
  return value === undefined ? uncomputed : [{ property, value }, ...uncomputed];
}
