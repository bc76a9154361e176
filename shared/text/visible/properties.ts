import {
  isFunctionNode,
  isSimpleBlockNode,
  isTokenNode,
  type ComponentValue,
} from '@csstools/css-parser-algorithms';
import { isTokenURL } from '@csstools/css-tokenizer';
import { colorOf, keywordOf, lengthOf, numberOf, percentageOf, type Color, type Length } from './css-values';
import { collapsesBox } from './shapes';

type Reader<Value> = (nodes: readonly ComponentValue[]) => Value | undefined;

const one =
  <Value>(read: (node: ComponentValue | undefined) => Value | undefined): Reader<Value> =>
  (nodes) =>
    nodes.length === 1 ? read(nodes[0]) : undefined;

const keyword = (...names: readonly string[]): Reader<string> => {
  const allowed = new Set(names.join(' ').split(' '));
  return one((node) => {
    const name = keywordOf(node);
    return name !== undefined && allowed.has(name) ? name : undefined;
  });
};

/** A length, or undefined-like `auto` for the keywords that set no size. */
const size = one((node): Length | 'auto' | undefined =>
  /^(?:auto|none|normal|(?:min|max|fit)-content)$/.test(keywordOf(node) ?? '') ? 'auto' : lengthOf(node),
);

/** A number from 0 to 1, or a percentage. */
const ratio = one((node) => {
  const percentage = percentageOf(node);
  return percentage === undefined ? numberOf(node) : percentage / 100;
});

const colorValue = one((node): Color | 'currentcolor' | undefined =>
  keywordOf(node) === 'currentcolor' ? 'currentcolor' : colorOf(node),
);

const fontSizes: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

const fontSizeOf = (node: ComponentValue | undefined): Length | undefined => {
  const name = keywordOf(node) ?? '';
  if (name === 'smaller' || name === 'larger') return { amount: name === 'smaller' ? 0.83 : 1.2, per: 'em' };
  const px = Object.hasOwn(fontSizes, name) ? fontSizes[name] : undefined;
  const length = px === undefined ? lengthOf(node) : { amount: px, per: 'px' as const };
  return length && length.amount >= 0 ? length : undefined;
};

const lineHeight = one((node): Length | 'auto' | undefined => {
  const factor = numberOf(node);
  return factor === undefined
    ? keywordOf(node) === 'normal'
      ? 'auto'
      : lengthOf(node)
    : { amount: factor, per: 'em' };
});

const isImage = (node: ComponentValue): boolean =>
  isTokenNode(node)
    ? isTokenURL(node.value)
    : isFunctionNode(node) && /^url$|image|gradient/i.test(node.getName());

const hasImage: Reader<boolean> = (nodes) => (nodes.length === 0 ? undefined : nodes.some(isImage));

const readers = {
  display: keyword(
    'none inline block inline-block inline-table table table-cell table-row table-row-group table-header-group',
    'table-footer-group table-column table-column-group table-caption list-item flex inline-flex grid inline-grid',
    'contents flow-root run-in -webkit-box -webkit-inline-box -webkit-flex -ms-flexbox ruby math',
  ),
  visibility: keyword('visible hidden collapse'),
  opacity: ratio,
  'font-size': one(fontSizeOf),
  'line-height': lineHeight,
  'letter-spacing': size,
  'text-indent': one(lengthOf),
  color: colorValue,
  '-webkit-text-fill-color': colorValue,
  'background-color': colorValue,
  'background-image': hasImage,
  'background-clip': (nodes) => nodes.some((node) => keywordOf(node) === 'text'),
  width: size,
  height: size,
  'max-width': size,
  'max-height': size,
  'min-width': size,
  'min-height': size,
  overflow: (nodes) => keyword('visible hidden clip scroll auto -moz-hidden-unscrollable')(nodes.slice(0, 1)),
  position: keyword('static relative absolute fixed sticky -webkit-sticky'),
  float: keyword('none left right inline-start inline-end'),
  left: size,
  right: size,
  top: size,
  bottom: size,
  'margin-left': size,
  'margin-top': size,
  clip: collapsesBox,
  'clip-path': collapsesBox,
  transform: collapsesBox,
  scale: (nodes) => collapsesBox(nodes) ?? nodes.some((node) => Math.abs(ratio([node]) ?? 1) < 0.05),
  translate: collapsesBox,
  filter: collapsesBox,
  zoom: ratio,
  'mso-hide': keyword('all none'),
  'content-visibility': keyword('visible hidden auto'),
} satisfies Record<string, Reader<unknown>>;

export type Property = keyof typeof readers;

export type Values = { [Name in Property]: Exclude<ReturnType<(typeof readers)[Name]>, undefined> };

/** A keyword that every property takes, or a value of the property. */
export type PropertyValue = Values[Property] | GlobalKeyword;

export type GlobalKeyword = { keyword: 'inherit' | 'initial' | 'unset' };

interface Read {
  property: Property;
  value: PropertyValue;
}

/** The properties that one declaration sets, with their values. */
const shorthands: Readonly<Record<string, (nodes: readonly ComponentValue[]) => readonly Read[]>> = {
  background: (nodes) => [
    { property: 'background-image', value: nodes.some(isImage) },
    {
      property: 'background-color',
      value: nodes.map((node) => colorValue([node])).find((value) => value !== undefined) ?? {
        keyword: 'initial',
      },
    },
    { property: 'background-clip', value: nodes.some((node) => keywordOf(node) === 'text') },
  ],
  font: readFont,
  margin: (nodes) => {
    const [top, right = top, , left = right] = nodes.map((node) => size([node]));
    if (top === undefined || left === undefined) return [];
    return [
      { property: 'margin-top', value: top },
      { property: 'margin-left', value: left },
    ];
  },
};

const aliases: Readonly<Record<string, Property>> = {
  'overflow-x': 'overflow',
  'overflow-y': 'overflow',
  'block-size': 'height',
  'max-block-size': 'max-height',
  'min-block-size': 'min-height',
  'inline-size': 'width',
  'max-inline-size': 'max-width',
  'min-inline-size': 'min-width',
  'inset-inline-start': 'left',
  'margin-inline-start': 'margin-left',
  'background-clip': 'background-clip',
  '-webkit-background-clip': 'background-clip',
  '-webkit-transform': 'transform',
  '-ms-transform': 'transform',
  '-webkit-clip-path': 'clip-path',
  '-webkit-filter': 'filter',
};

/** Returns the properties that a declaration sets. A declaration with a value that is not valid sets none. */
export function readProperty(name: string, nodes: readonly ComponentValue[]): readonly Read[] {
  const property = Object.hasOwn(aliases, name) ? aliases[name] : isProperty(name) ? name : undefined;
  const global = nodes.length === 1 ? globalKeywordOf(nodes[0]) : undefined;
  if (property === undefined) {
    const read = Object.hasOwn(shorthands, name) ? shorthands[name] : undefined;
    if (!read || nodes.length === 0) return [];
    return global
      ? (longhands[name] ?? []).map((longhand) => ({ property: longhand, value: global }))
      : read(nodes);
  }
  const value = global ?? readers[property](nodes);
  return value === undefined ? [] : [{ property, value }];
}

const longhands: Readonly<Record<string, readonly Property[]>> = {
  background: ['background-image', 'background-color', 'background-clip'],
  font: ['font-size', 'line-height'],
  margin: ['margin-top', 'margin-left'],
};

const isProperty = (name: string): name is Property => Object.hasOwn(readers, name);

function globalKeywordOf(node: ComponentValue | undefined): GlobalKeyword | undefined {
  const name = keywordOf(node) ?? '';
  if (name === 'inherit' || name === 'initial' || name === 'unset') return { keyword: name };
  return name === 'revert' || name === 'revert-layer' ? { keyword: 'unset' } : undefined;
}

const fontStyles =
  /^(?:normal|italic|oblique|bold|bolder|lighter|small-caps|(?:(?:semi|extra|ultra)-)?(?:condensed|expanded))$/;

/** Reads `font: italic 700 12px/1.5 Arial`. Without a size and a family the declaration is not valid. */
function readFont(nodes: readonly ComponentValue[]): readonly Read[] {
  const start = nodes.findIndex((node) => !fontStyles.test(keywordOf(node) ?? '') && !numberOf(node));
  const fontSize = fontSizeOf(nodes[start]);
  const rest = nodes.slice(start + 1);
  const height = isSlash(rest[0]) ? lineHeight(rest.slice(1, 2)) : 'auto';
  const family = isSlash(rest[0]) ? rest[2] : rest[0];
  if (!fontSize || !height || !family || isSimpleBlockNode(family)) return [];
  return [
    { property: 'font-size', value: fontSize },
    { property: 'line-height', value: height },
  ];
}

const isSlash = (node: ComponentValue | undefined): boolean => node?.toString() === '/';
