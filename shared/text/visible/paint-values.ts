import { isFunctionNode, isTokenNode, type ComponentValue } from '@csstools/css-parser-algorithms';
import { isTokenComma, isTokenURL } from '@csstools/css-tokenizer';
import { colorOf, keywordOf, lengthOf, significantNodes, type Color } from './css-values';

/** The colors of a background image, of which a picture has unknown ones. Without an image, there are none. */
type ImageColors = readonly Color[] | 'unknown';

const isPicture = (node: ComponentValue): boolean =>
  isTokenNode(node)
    ? isTokenURL(node.value)
    : isFunctionNode(node) &&
      /^(?:url|src|(?:-webkit-)?(?:image|image-set|cross-fade)|element|paint)$/i.test(node.getName());

const isGradient = (node: ComponentValue) => isFunctionNode(node) && /gradient$/i.test(node.getName());

export const isImage = (node: ComponentValue): boolean => isPicture(node) || isGradient(node);

/** Reads the colors of all layers of an image. */
export function imageColorsOf(nodes: readonly ComponentValue[]): ImageColors | undefined {
  if (
    nodes.length === 0 ||
    !nodes.every((node) => isImage(node) || isComma(node) || keywordOf(node) === 'none')
  )
    return undefined;
  return layersOf(nodes);
}

export function layersOf(nodes: readonly ComponentValue[]): ImageColors {
  if (nodes.some(isPicture)) return 'unknown';
  const stops = nodes.filter((node) => isFunctionNode(node) && isGradient(node)).map(stopsOf);
  return stops.some((colors) => colors.length === 0) ? 'unknown' : stops.flat();
}

const stopsOf = (node: ComponentValue): Color[] =>
  isFunctionNode(node) ? significantNodes(node.value).flatMap((part) => colorOf(part) ?? []) : [];

export const isComma = (node: ComponentValue | undefined): boolean =>
  isTokenNode(node) && isTokenComma(node.value);

/** The blur or distance from which a shadow does not show the letters of its text. */
const farPx = 20;

/** Reads the colors in which shadows repeat the text. A shadow without a color has that of the text. */
export function shadowColorsOf(nodes: readonly ComponentValue[]): readonly Color[] | undefined {
  if (keywordOf(nodes[0]) === 'none') return [];
  const isNear = (shadow: ComponentValue[]) =>
    shadow.every((node) => Math.abs(lengthOf(node)?.amount ?? 0) < farPx);
  return shadowsOf(nodes)
    .filter(isNear)
    .flatMap((shadow) => shadow.flatMap((node) => colorOf(node) ?? []));
}

function shadowsOf(nodes: readonly ComponentValue[]): ComponentValue[][] {
  const shadows: ComponentValue[][] = [[]];
  for (const node of nodes) {
    if (isComma(node)) shadows.push([]);
    else shadows.at(-1)?.push(node);
  }
  return shadows;
}

/** The offset or spread from which a shadow inside of a box covers the background of a line of text. */
const coveringPx = 30;

/** Reads the colors of the shadows that cover the background of a box, the upper ones last. */
export const insetColorsOf = (nodes: readonly ComponentValue[]): readonly (Color | 'currentcolor')[] =>
  shadowsOf(nodes)
    .filter((shadow) => {
      const [x = 0, y = 0, , spread = 0] = shadow.flatMap((node) => lengthOf(node)?.amount ?? []);
      const isCovering = spread >= coveringPx || Math.max(Math.abs(x), Math.abs(y)) >= coveringPx;
      return isCovering && shadow.some((node) => keywordOf(node) === 'inset');
    })
    .map((shadow) => shadow.map(colorOf).find((color) => color !== undefined) ?? ('currentcolor' as const))
    .reverse();

/** Reads the color of a stroke with a width. */
export const strokeColorsOf = (nodes: readonly ComponentValue[]): readonly Color[] =>
  nodes.some((node) => (lengthOf(node)?.amount ?? 0) > 0) ? nodes.flatMap((node) => colorOf(node) ?? []) : [];
