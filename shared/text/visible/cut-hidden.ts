import { isComment, isTag, isText, type AnyNode, type Document, type Text } from 'domhandler';
import { html } from '../html';
import { withoutFiller } from '../invisible-characters';
import { metadataElements } from '../reply/html/elements';
import { isReplaced, type ShownNodes } from './shown-nodes';

/** Offsets of the source, the second of them after the last character. */
type Range = readonly [number, number];

/** What the source of a node contains. */
interface Content {
  /** Whether the node has text or an image, shown or not. */
  exists: boolean;
  isShown: boolean;
}

interface Edit {
  range: Range;
  replacement: string;
}

/** Replaces text that is not shown. Without the comment, the characters around the text could form a tag. */
const emptyComment = '<!---->';

/** Returns the edits that leave only what is shown. */
export const hidingEdits = (source: string, document: Document, shown: ShownNodes): Edit[] => [
  ...[...hiddenRanges(document, shown), ...commentRanges(document)].map((range) => ({
    range,
    replacement: emptyComment,
  })),
  ...cleaningEdits(source, shown),
];

/** Comments, which other readers of HTML end elsewhere than browsers do. */
function commentRanges(node: AnyNode): Range[] {
  const range = isComment(node) ? rangeOf(node) : undefined;
  return range ? [range] : 'children' in node ? node.children.flatMap(commentRanges) : [];
}

/**
 * Returns the source of everything that is not shown. An element without shown content is removed whole, so that no
 * link, bullet or blank line of it remains.
 */
function hiddenRanges(document: Document, shown: ShownNodes): Range[] {
  const ranges: Range[] = [];
  const collect = (node: AnyNode): Content => {
    const content = isTag(node) && metadataElements.has(node.name) ? hiddenContent : contentOf(node);
    const range = rangeOf(node);
    if (content.exists && !content.isShown && range) ranges.push(range);
    return content;
  };
  const contentOf = (node: AnyNode): Content => {
    if (isText(node)) return { exists: node.data.trim() !== '', isShown: shown.has(node) };
    const own = { exists: isTag(node) && isReplaced(node), isShown: shown.has(node) };
    const contents = 'children' in node ? node.children.map(collect) : [];
    return {
      exists: own.exists || contents.some(({ exists }) => exists),
      isShown: own.isShown || contents.some(({ exists, isShown }) => exists && isShown),
    };
  };
  collect(document);
  const kept = sourceStarts(shown);
  return ranges.filter((range) => !containsAny(range, kept));
}

const hiddenContent: Content = { exists: true, isShown: false };

function rangeOf(node: AnyNode): Range | undefined {
  const { sourceCodeLocation: location } = node;
  return location ? [location.startOffset, location.endOffset] : undefined;
}

/** Returns where shown text and images start. A browser moves text out of a table, so a range may contain such text. */
const sourceStarts = (shown: ShownNodes): number[] =>
  [...shown.keys()]
    .filter((node) => !isText(node) || node.data.trim() !== '')
    .flatMap((node) => rangeOf(node)?.[0] ?? [])
    .sort((first, second) => first - second);

function containsAny([start, end]: Range, sorted: readonly number[]): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Infinity) < end;
}

/** Removes characters that show nothing from the text that is shown. */
const cleaningEdits = (source: string, shown: ShownNodes): Edit[] =>
  [...shown].flatMap(([node, inside]) => {
    if (!isText(node)) return [];
    const cleaned = withoutFiller(inside);
    const range = rangeOf(node);
    // A browser joins texts around a tag that it moves, so the source of a text may contain a tag.
    if (!range) return [];
    const written = source.slice(...range);
    const isCharacterData = written.startsWith('<![CDATA[');
    if (!isCharacterData && (cleaned === node.data || written.includes('<'))) return [];
    return [{ range, replacement: html`${cleaned}`.text }];
  });

/** Returns the edits that insert a space after each of these texts. */
export const spaceEdits = (texts: readonly Text[]): Edit[] =>
  texts.flatMap((text) => {
    const end = rangeOf(text)?.[1];
    return end === undefined ? [] : [{ range: [end, end], replacement: ' ' }];
  });

const isInsertion = ({ range: [start, end] }: Edit): boolean => start === end;

/** The edits may overlap. The first one at a place wins, after those that only insert. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort(
    (one, other) =>
      one.range[0] - other.range[0] ||
      Number(isInsertion(other)) - Number(isInsertion(one)) ||
      other.range[1] - one.range[1],
  );
  const pieces: string[] = [];
  let position = 0;
  for (const { range, replacement } of sorted) {
    if (range[0] >= position) pieces.push(source.slice(position, range[0]), replacement);
    position = Math.max(position, range[1]);
  }
  return [...pieces, source.slice(position)].join('');
}
