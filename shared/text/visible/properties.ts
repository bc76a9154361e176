import { isFunctionNode, isTokenNode, type ComponentValue } from '@csstools/css-parser-algorithms';
import { isTokenString } from '@csstools/css-tokenizer';
import { hasWords } from '../words';
import { animationNamesOf, hasTimeline, isOpenEnded, keepsEnd } from './animation-values';
import { colorOf, keywordOf, lengthOf, numberOf, percentageOf, type Color, type Length } from './css-values';
import { filterOf } from './filters';
import { fontSizeOf, lineHeightOf } from './font-values';
import { imageColorsOf, insetColorsOf, shadowColorsOf, strokeColorsOf } from './paint-values';
import { collapsesBox, rotationOf, scalingOf, transformationOf, translationOf } from './shapes';

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
export const sizeOf = one((node): Length | 'auto' | undefined =>
  /^(?:auto|none|normal|stretch|-webkit-fill-available|(?:min|max|fit)-content)$/.test(keywordOf(node) ?? '')
    ? 'auto'
    : lengthOf(node),
);

/** A number from 0 to 1, or a percentage. */
const ratio = one((node) => {
  const percentage = percentageOf(node);
  return percentage === undefined ? numberOf(node) : percentage / 100;
});

export const colorValueOf = one((node): Color | 'currentcolor' | undefined =>
  keywordOf(node) === 'currentcolor' ? 'currentcolor' : colorOf(node),
);

const longest: Reader<Length> = (nodes) =>
  nodes.flatMap((node) => lengthOf(node) ?? []).sort((one, other) => other.amount - one.amount)[0];

const displayNames = keyword(
  'none inline block inline-block inline-table table table-cell table-row table-row-group table-header-group',
  'table-footer-group table-column table-column-group table-caption list-item flex inline-flex grid inline-grid',
  'contents flow-root run-in -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex math ruby ruby-text flow',
);

/** Reads `block`, or the two words of `block flow`, of which the outer one decides. */
const displayOf: Reader<string> = (nodes) =>
  nodes.length === 2 && nodes.every((node) => displayNames([node]) !== undefined)
    ? (nodes.map(keywordOf).find((name) => name === 'inline') ?? 'block')
    : displayNames(nodes);

const addsWords = (node: ComponentValue): boolean =>
  isFunctionNode(node)
    ? /^(?:attr|counters?)$/i.test(node.getName())
    : isTokenNode(node) && isTokenString(node.value) && hasWords(node.value[4].value);

const clipNames = keyword('border-box padding-box content-box text border-area');

const readers = {
  display: displayOf,
  visibility: keyword('visible hidden collapse'),
  opacity: ratio,
  'font-size': one(fontSizeOf),
  'line-height': one(lineHeightOf),
  'letter-spacing': sizeOf,
  'word-spacing': sizeOf,
  'text-indent': (nodes) => one(lengthOf)(nodes.slice(0, 1)),
  'text-align': keyword(
    'left right center justify start end match-parent -webkit-center -webkit-right -webkit-left',
  ),
  direction: keyword('ltr rtl'),
  'white-space': keyword('normal nowrap pre pre-wrap pre-line break-spaces wrap'),
  color: colorValueOf,
  '-webkit-text-fill-color': colorValueOf,
  '-webkit-text-stroke': strokeColorsOf,
  '-webkit-text-security': keyword('none disc circle square'),
  'text-shadow': shadowColorsOf,
  'background-color': colorValueOf,
  'background-image': imageColorsOf,
  'box-shadow': insetColorsOf,
  'background-clip': (nodes) => clipNames(nodes.slice(0, 1)),
  'mask-image': imageColorsOf,
  width: sizeOf,
  height: sizeOf,
  'max-width': sizeOf,
  'max-height': sizeOf,
  'min-width': sizeOf,
  'min-height': sizeOf,
  'box-sizing': keyword('content-box border-box'),
  overflow: (nodes) =>
    keyword('visible hidden clip scroll auto overlay -moz-hidden-unscrollable')(nodes.slice(0, 1)),
  position: keyword('static relative absolute fixed sticky -webkit-sticky'),
  'z-index': one((node) => (keywordOf(node) === 'auto' ? 'auto' : numberOf(node))),
  'flex-direction': keyword('row row-reverse column column-reverse'),
  order: one(numberOf),
  /** Whether the value puts the item into a row or a column that it would not be in. */
  'grid-area': (nodes) => !/^(?:auto|span)$/.test(keywordOf(nodes[0]) ?? ''),
  'caption-side': keyword('top bottom'),
  clear: keyword('none left right both inline-start inline-end'),
  'unicode-bidi': keyword('normal embed isolate bidi-override isolate-override plaintext'),
  /** Whether the grid may have several columns. */
  'grid-template-columns': (nodes) => !/^(?:none|row)$/.test(keywordOf(nodes[0]) ?? ''),
  /** Whether all rows of the grid are empty. */
  'grid-template-rows': (nodes) => nodes.every((node) => /^[.0]+[a-z%]*$/i.test(node.toString())),
  'flex-wrap': keyword('nowrap wrap wrap-reverse'),
  'flex-grow': one(numberOf),
  'flex-shrink': one(numberOf),
  'flex-basis': sizeOf,
  /** The largest of the lengths. */
  'border-width': longest,
  'border-spacing': longest,
  'row-gap': longest,
  /** Whether the height follows from the width. */
  'aspect-ratio': (nodes) => keywordOf(nodes[0]) !== 'auto',
  'justify-content': (nodes) => keywordOf(nodes.at(-1)),
  '-webkit-line-clamp': one((node) => (keywordOf(node) === 'none' ? 'auto' : numberOf(node))),
  float: keyword('none left right inline-start inline-end'),
  left: sizeOf,
  right: sizeOf,
  top: sizeOf,
  bottom: sizeOf,
  'margin-left': sizeOf,
  'margin-right': sizeOf,
  'margin-top': sizeOf,
  'margin-bottom': sizeOf,
  'padding-left': sizeOf,
  'padding-right': sizeOf,
  'padding-top': sizeOf,
  'padding-bottom': sizeOf,
  'animation-name': animationNamesOf,
  /** Whether the animation keeps the style of its end. */
  'animation-fill-mode': keepsEnd,
  /** Whether the animation may show any of its frames for long. */
  'animation-duration': isOpenEnded,
  'animation-delay': isOpenEnded,
  'animation-iteration-count': isOpenEnded,
  'animation-direction': isOpenEnded,
  'animation-play-state': isOpenEnded,
  'animation-timeline': hasTimeline,
  clip: collapsesBox,
  'clip-path': collapsesBox,
  transform: transformationOf,
  scale: scalingOf,
  rotate: rotationOf,
  translate: translationOf,
  filter: filterOf,
  zoom: ratio,
  contain: (nodes) => nodes.map(keywordOf).find((name) => name === 'size' || name === 'strict') ?? 'none',
  'content-visibility': keyword('visible hidden auto'),
  /** Whether a declaration has an effect that is not computed. No property of CSS has this name. */
  uncomputed: () => true as const,
  /** Whether the value adds words to the text. */
  content: (nodes) => nodes.some(addsWords),
  quotes: (nodes) => nodes.some((node) => isTokenNode(node) && addsWords(node)),
  'list-style-type': (nodes) => nodes.some((node) => isTokenNode(node) && addsWords(node)),
} satisfies Record<string, Reader<unknown>>;

export type Property = keyof typeof readers;

export type Values = { [Name in Property]: Exclude<ReturnType<(typeof readers)[Name]>, undefined> };

/** The values that the cascade gives to one element. A property without a declaration is missing. */
export type Declared = Partial<Values>;

/** A keyword that every property takes, or a value of the property. */
export type PropertyValue = Values[Property] | GlobalKeyword;

export type GlobalKeyword = { keyword: 'inherit' | 'initial' | 'unset' };

export const isProperty = (name: string): name is Property => Object.hasOwn(readers, name);

export const allProperties = Object.keys(readers).filter(isProperty);

export const readValue = (
  property: Property,
  nodes: readonly ComponentValue[],
): Values[Property] | undefined => readers[property](nodes);

export function globalKeywordOf(nodes: readonly ComponentValue[]): GlobalKeyword | undefined {
  const name = nodes.length === 1 ? keywordOf(nodes[0]) : undefined;
  if (name === 'inherit' || name === 'initial' || name === 'unset') return { keyword: name };
  return name === 'revert' || name === 'revert-layer' ? { keyword: 'unset' } : undefined;
}

/** Whether the value refers to a variable, so that it is known only for an element. */
export const hasVariable = (nodes: readonly ComponentValue[]): boolean =>
  nodes.some((node) => isFunctionNode(node) && /\b(?:var|env)\(/i.test(node.toString()));
