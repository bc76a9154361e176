import { isFunctionNode, type ComponentValue } from '@csstools/css-parser-algorithms';
import { keywordOf, lengthOf } from './css-values';

type Test = (nodes: readonly ComponentValue[]) => boolean;

/** The values with which a property changes nothing. */
const neutral =
  /^(?:none|auto|normal|flat|visible|horizontal-tb|mixed|sideways|all|match-source|border-box|isolate|separate|inline|stretch|legacy|start|1|ex-height|initial|unset|inherit|revert|revert-layer)$/i;

const anyValue: Test = (nodes) => !nodes.every((node) => neutral.test(node.toString().trim()));

const farPx = 20;

/** Whether a length moves a text out of its line. */
const isFar: Test = (nodes) =>
  nodes.some((node) => {
    const length = lengthOf(node);
    return length !== undefined && length.per === 'px' && Math.abs(length.amount) > farPx;
  });

const isZero = (node: ComponentValue): boolean => lengthOf(node)?.amount === 0;

/** Properties that can hide, move or add words in ways that are not computed here. */
const names =
  'mix-blend-mode font-size-adjust font-palette font-variation-settings backface-visibility perspective ' +
  'transform-style offset offset-path offset-position offset-distance mask-size mask-position mask-repeat mask-clip ' +
  'mask-composite mask-border mask-border-source writing-mode text-orientation text-combine-upright position-anchor ' +
  'position-area anchor-name block-ellipsis continue max-lines initial-letter text-emphasis text-emphasis-style ' +
  'text-box-trim text-box hyphenate-character -webkit-hyphenate-character ruby-position columns column-count ' +
  'column-width';

const withPrefix = (name: string): string[] => [name, `-webkit-${name}`];

const tests: Readonly<Record<string, Test>> = {
  ...Object.fromEntries(
    names
      .split(' ')
      .flatMap(withPrefix)
      .map((name) => [name, anyValue]),
  ),
  'clip-path': (nodes) => nodes.some(isFunctionNode),
  'color-scheme': (nodes) => nodes.map(keywordOf).includes('dark') && !nodes.map(keywordOf).includes('light'),
  contain: (nodes) => nodes.map(keywordOf).some((name) => /^(?:paint|strict|content)$/.test(name ?? '')),
  'grid-auto-rows': (nodes) => nodes.every(isZero),
  'grid-auto-columns': (nodes) => nodes.every(isZero),
  'grid-template-columns': (nodes) => nodes.some(isZero),
  'text-overflow': (nodes) => nodes.some((node) => /^["']/.test(node.toString())),
  transform: (nodes) =>
    nodes.some(
      (node) => isFunctionNode(node) && /^(?:perspective|translatez|matrix3d)$/i.test(node.getName()),
    ),
  'vertical-align': isFar,
};

/** Whether some values of the property have an effect that is not computed here. */
export const mayBeUncomputed = (name: string): boolean => Object.hasOwn(tests, name);

/** Functions whose value depends on what is not read here. */
const unreadFunction =
  /(?:^|[^-\w])(?:attr|if|random|random-item|sibling-(?:index|count)|anchor|anchor-size|element)\(/i;

/** Units that refer to a font or a container. */
const unreadUnit = /(?:^|[^-\w.])[\d.]+(?:r?lh|r?cap|r?ic|rch|rex|cq(?:[wbhi]|min|max))(?![-\w])/i;

/** Whether a declaration has an effect that is not computed here, so that its words may be shown in another way. */
export const isUncomputed = (name: string, nodes: readonly ComponentValue[]): boolean =>
  (mayBeUncomputed(name) && tests[name]?.(nodes) === true) ||
  (name !== 'content' &&
    nodes.some(
      (node) =>
        (isFunctionNode(node) && unreadFunction.test(node.toString())) || unreadUnit.test(node.toString()),
    ));
