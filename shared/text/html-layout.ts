import type { DomNode, FormatCallback, HtmlToTextOptions, SelectorDefinition } from 'html-to-text';
import { separationAt, isRow, needsSpace, type Edge } from './separation';
import { withScheme } from './link-target';
import { itemNumbers } from './list-numbers';
import { blockElements, hiddenElements, isBlock, metadataElements } from './reply/html/elements';

const format = (name: string, selectors: readonly string[], options = {}): SelectorDefinition[] =>
  selectors.map((selector) => ({ selector, format: name, options }));

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Blocks that the converter lays out in a way of their own. */
const laidOut = new Set([
  ...headings,
  'blockquote',
  'body',
  'dir',
  'hr',
  'html',
  'li',
  'menu',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);

/** Blocks that the converter would join with the text before and after them. */
const plainBlocks = [...blockElements, 'legend', 'optgroup', 'option'].filter((name) => !laidOut.has(name));

/** Separates the cells of a row, which browsers show side by side. */
const formatCell: FormatCallback = (cell, walk, builder) => {
  builder.addInline(' ');
  walk(cell.children, builder);
  builder.addInline(' ');
};

const isPixel = ({ width = '', height = '', style = '' }: Record<string, string>): boolean =>
  [width, height].some((size) => /^\s*[0-2](?:px)?\s*$/.test(size)) ||
  /(?:^|;)\s*(?:width|height)\s*:\s*[0-2](?:px)?\s*(?:;|$)/i.test(style);

/** Separates an image from the text next to it, and leaves out images that only measure. */
const formatImage: FormatCallback = (image, _walk, builder, { pathRewrite }) => {
  const attribs = (image.attribs ?? {}) as Record<string, string>;
  if (isPixel(attribs)) return;
  const target = pathRewrite?.(attribs['src'] ?? '', {}) ?? '';
  builder.addInline(` ${attribs['alt'] ?? ''} ${target && `[${target}]`} `, { noWordTransform: true });
};

const styleOf = ({ attribs }: DomNode): string =>
  (attribs as Record<string, string> | undefined)?.['style'] ?? '';

const isBlockElement = (element: DomNode): boolean => isBlock(element.name ?? '', styleOf(element));

/** How many levels of elements are searched for the text at an edge, because hostile HTML is deep. */
const edgeLevels = 10;

/** The first or last text of a node. */
const edgeText = (node: DomNode | null | undefined, edge: Edge, levels = edgeLevels): string =>
  !node || levels === 0
    ? ''
    : (node.data ?? edgeText(node.children.at(edge === 'start' ? 0 : -1), edge, levels - 1));

type SiblingNode = DomNode & {
  prev?: SiblingNode | null;
  next?: SiblingNode | null;
  parent?: SiblingNode | null;
};

/** The node next to an element, or next to the inline elements around it. */
function neighborOf(
  element: SiblingNode,
  side: 'prev' | 'next',
  levels = edgeLevels,
): SiblingNode | undefined {
  const { parent } = element;
  if (element[side] || levels === 0 || !parent || isBlockElement(parent)) return element[side] ?? undefined;
  return neighborOf(parent, side, levels - 1);
}

/** Writes a space before or after an element if a gap separates the element from the text there. */
function writeSpace(element: DomNode, edge: Edge, builder: Parameters<FormatCallback>[2]): void {
  const { parent } = element;
  const separation =
    parent && isRow(styleOf(parent)) ? 'words' : separationAt(element.name ?? '', styleOf(element), edge);
  if (!separation) return;
  const inside = edgeText(element, edge);
  const outside =
    edge === 'start'
      ? edgeText(neighborOf(element, 'prev'), 'end')
      : edgeText(neighborOf(element, 'next'), 'start');
  const [before, after] = edge === 'start' ? [outside, inside] : [inside, outside];
  if (needsSpace(separation, before, after)) builder.addInline(' ');
}

/** Separates the target of a link without words, such as one around a picture, from the text next to it. */
const formatLink: FormatCallback = (link, walk, builder, options) => {
  const { href = '' } = (link.attribs ?? {}) as Record<string, string>;
  const isSeparated = (options.pathRewrite?.(href, {}) ?? '') !== '' && !hasWordsInside(link);
  const startsLine = isBlockElement(link);
  if (startsLine) builder.openBlock({ leadingLineBreaks: 1 });
  if (isSeparated) builder.addInline(' ');
  else writeSpace(link, 'start', builder);
  builder.options.formatters['anchor']?.(link, walk, builder, options);
  if (isSeparated) builder.addInline(' ');
  else writeSpace(link, 'end', builder);
  if (startsLine) builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Remembers what is inside of a link, because links in hostile HTML can be nested. */
const knownWords = new WeakMap<DomNode, boolean>();

function hasWordsInside(node: DomNode): boolean {
  const known = knownWords.get(node);
  if (known !== undefined) return known;
  const hasWords =
    node.type === 'text'
      ? /\S/.test(node.data ?? '')
      : 'children' in node && node.children.some(hasWordsInside);
  knownWords.set(node, hasWords);
  return hasWords;
}

/** Writes the numbers of a list as browsers show them. The converter itself only knows lists that count up. */
const formatOrderedList: FormatCallback = (list, walk, builder) => {
  const isNested = list.parent?.name === 'li';
  const indent = isNested ? '' : ' ';
  const { type = '' } = (list.attribs ?? {}) as Record<string, string>;
  const toMarker = /^a$/i.test(type) ? letterMarker(type) : String;
  const prefixes = itemNumbers(list).map((number) => `${indent}${toMarker(number)}. `);
  const children = list.children.filter((child) => child.type !== 'text' || String(child.data).trim() !== '');
  builder.openList({
    interRowLineBreaks: 1,
    leadingLineBreaks: isNested ? 1 : 2,
    maxPrefixLength: Math.max(0, ...prefixes.map(({ length }) => length)),
    prefixAlign: 'left',
  });
  for (const child of children) {
    builder.openListItem({ prefix: child.name === 'li' ? (prefixes.shift() ?? '') : '' });
    walk([child], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: isNested ? 1 : 2 });
};

/** a to z, aa, ab and so on. Other numbers have no letters. */
const letterMarker = (first: string) => {
  const lettersOf = (number: number): string =>
    number < 1
      ? ''
      : lettersOf(Math.floor((number - 1) / 26)) +
        String.fromCodePoint(first.charCodeAt(0) + ((number - 1) % 26));
  return (number: number): string => lettersOf(number) || String(number);
};

/** The parts of a link target: a placeholder, which keeps its spaces, or a space, which browsers encode. */
const placeholderOrSpace = /\{\{[^{}]*\}\}|\s/g;

const isUrl = /^(?:\{\{|[a-z][a-z\d+.-]*:\/\/|(?:tel|sms|geo|sip|webcal|whatsapp):|[^\s@/:]+@[^\s@/]+$)/i;

/**
 * Returns a link target as the text shows it. Empty for a target outside of the web, mail and telephony, such as a
 * relative path, which has no meaning in a text.
 */
function textTarget(target: string): string {
  const encoded = withScheme(target).replace(placeholderOrSpace, (part) =>
    part.startsWith('{{') ? part : '%20',
  );
  const address = /^[^\s?@/:]+@[^\s?/]+(?=\?)/.exec(encoded)?.[0] ?? encoded;
  return isUrl.test(address) ? address : '';
}

/** Elements whose style may let them start a new line, or not, and elements that raise, lower or strike their text. */
const restyled = 'span b strong i em u s strike del ins font big small label code cite div sup sub'.split(
  ' ',
);

/** Starts a new line for an element that browsers show below the text before it. */
const formatRestyled: FormatCallback = (element, walk, builder) => {
  const startsLine = isBlockElement(element);
  if (startsLine) builder.openBlock({ leadingLineBreaks: 1 });
  writeSpace(element, 'start', builder);
  walk(element.children, builder);
  writeSpace(element, 'end', builder);
  if (startsLine) builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Words keep their case, because placeholders are case-sensitive and capitals cannot be undone. */
const selectors: SelectorDefinition[] = [
  ...format('heading', headings, { uppercase: false }),
  ...format('block', plainBlocks, { leadingLineBreaks: 1, trailingLineBreaks: 1 }),
  ...format('restyled', restyled),
  ...format('cell', ['td', 'th']),
  ...format('skip', [...metadataElements, ...hiddenElements]),
  { selector: 'a', format: 'link', options: { pathRewrite: textTarget } },
  ...format('picture', ['img', 'image'], { pathRewrite: textTarget }),
  ...format('numberedList', ['ol']),
  // Write bullets instead of Roman numerals, which can be very long because a list may start at any number.
  ...format('unorderedList', ['ol[type="i"]', 'ol[type="I"]', 'menu', 'dir']),
];

/** The layout of the plain-text part. */
export const mailLayout: HtmlToTextOptions = {
  wordwrap: 78,
  // Without base elements, the text includes what is outside of the body, as in browsers.
  baseElements: { selectors: [] },
  formatters: {
    cell: formatCell,
    link: formatLink,
    restyled: formatRestyled,
    picture: formatImage,
    numberedList: formatOrderedList,
  },
  selectors,
};
