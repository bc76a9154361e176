import { isSimpleBlockNode, type ComponentValue } from '@csstools/css-parser-algorithms';
import { keywordOf, lengthOf, numberOf, type Length } from './css-values';

const sizes: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

export const fontSizeOf = (node: ComponentValue | undefined): Length | undefined => {
  const name = keywordOf(node) ?? '';
  if (name === 'smaller' || name === 'larger') return { amount: name === 'smaller' ? 0.83 : 1.2, per: 'em' };
  const px = Object.hasOwn(sizes, name) ? sizes[name] : undefined;
  const length = px === undefined ? lengthOf(node) : { amount: px, per: 'px' as const };
  return length && length.amount >= 0 ? length : undefined;
};

export const lineHeightOf = (node: ComponentValue | undefined): Length | 'auto' | undefined => {
  const factor = numberOf(node);
  return factor === undefined
    ? keywordOf(node) === 'normal'
      ? 'auto'
      : lengthOf(node)
    : { amount: factor, per: 'em' };
};

const styles =
  /^(?:normal|italic|oblique|bold|bolder|lighter|small-caps|(?:(?:semi|extra|ultra)-)?(?:condensed|expanded))$/;

interface Font {
  size: Length;
  lineHeight: Length | 'auto';
}

/** Reads `font: italic 700 12px/1.5 Arial`. Without a size and a family the declaration is not valid. */
export function fontOf(nodes: readonly ComponentValue[]): Font | undefined {
  const start = nodes.findIndex((node) => !styles.test(keywordOf(node) ?? '') && !numberOf(node));
  const size = fontSizeOf(nodes[start]);
  const rest = nodes.slice(start + 1);
  const lineHeight = isSlash(rest[0]) ? lineHeightOf(rest[1]) : 'auto';
  const family = isSlash(rest[0]) ? rest[2] : rest[0];
  return size && lineHeight && family && !isSimpleBlockNode(family) ? { size, lineHeight } : undefined;
}

export const isSlash = (node: ComponentValue | undefined): boolean => node?.toString() === '/';
