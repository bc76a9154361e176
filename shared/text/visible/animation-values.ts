import { isTokenNode, type ComponentValue } from '@csstools/css-parser-algorithms';
import { isTokenDimension, isTokenString } from '@csstools/css-tokenizer';
import { keywordOf, numberOf } from './css-values';

type Nodes = readonly ComponentValue[];

const nameIn = (node: ComponentValue): string | undefined =>
  isTokenNode(node) && isTokenString(node.value) ? node.value[4].value.toLowerCase() : keywordOf(node);

/** Reads the names of animations. In the shorthand, the other words are names of no animation. */
export const animationNamesOf = (nodes: Nodes): readonly string[] => [
  ...new Set(nodes.flatMap((node) => nameIn(node) ?? [])),
];

/** Whether an animation keeps the style of its end. */
export const keepsEnd = (nodes: Nodes): boolean =>
  nodes.some((node) => /^(?:forwards|both)$/.test(keywordOf(node) ?? ''));

/** The seconds that a person waits for a text. */
const patienceSeconds = 10;

const secondsIn = (node: ComponentValue): number => {
  if (!isTokenNode(node) || !isTokenDimension(node.value)) return 0;
  const { value, unit } = node.value[4];
  return value * (/^ms$/i.test(unit) ? 0.001 : /^s$/i.test(unit) ? 1 : 0);
};

/** Whether an animation may show any of its frames for long: it takes or waits long, repeats, is paused or reversed. */
export const isOpenEnded = (nodes: Nodes): boolean =>
  nodes.some((node) => {
    const count = numberOf(node) ?? 1;
    return (
      /^(?:infinite|paused|(?:alternate-)?reverse|alternate)$/.test(keywordOf(node) ?? '') ||
      secondsIn(node) > patienceSeconds ||
      count > patienceSeconds ||
      !Number.isInteger(count) ||
      count === 0
    );
  });

/** Whether scrolling, and not time, shows the frames of the animation. */
export const hasTimeline = (nodes: Nodes): boolean => keywordOf(nodes[0]) !== 'auto';
