import type { Text } from 'domhandler';
import { needsSpace, type Edge } from '../separation';
import { isAbsolute, isColumn, type Box } from './boxes';
import type { LaidOutElement } from './clips';
import type { Length } from './css-values';
import type { InheritedStyle } from './inherited-style';
import type { Declared } from './properties';
import { hasSideSpace } from './side-space';
import { hasRtlLetters, isReorderedIn } from './text-direction';
import { isHiddenColumn, isInWiderBox, mayBeEmpty, unlimited, widthsIn, type Widths } from './unclear-boxes';

/** A text or an element that is shown. */
export interface Item {
  /** The name of the element. Undefined for a text. */
  name: string | undefined;
  declared: Declared;
  box: Box;
  /** The side at which the attribute `align` lets a table or an image float. */
  align: string | undefined;
  hasWords: boolean;
  items: Item[];
  /** The widths of the content. */
  widths: Widths;
}

const newItem = (name: string | undefined, values: Partial<Item>): Item => ({
  ...{ name, declared: {}, box: 'inline', align: undefined, hasWords: false, items: [], widths: unlimited },
  ...values,
});

export const rootItem = (): Item => newItem(undefined, {});

/** Follows the elements and texts that are shown, under all conditions. */
export interface ShownItems {
  /** Whether words may be shown in another order than they are written in. */
  readonly isReordered: boolean;
  /** Whether words may be shown backwards, and not only in another place. */
  readonly isReversed: boolean;
  /** Whether words have a style whose effect is not computed. */
  readonly isUncomputed: boolean;
  /** The texts that a visible gap separates from the next text. */
  readonly separated: readonly Text[];
  enter: (element: LaidOutElement, parent: Item) => Item;
  addText: (text: Text, style: InheritedStyle, parent: Item) => void;
  leave: (element: LaidOutElement, item: Item) => void;
}

/** Starts to follow an email with these texts that have words. */
export function newShownItems(words: readonly Text[]): ShownItems {
  const wordSet = new Set(words);
  const isLtr = !words.some(({ data }) => hasRtlLetters(data));
  let [isReordered, isReversed, isUncomputed] = [false, false, false];
  const line = newTextLine();
  return {
    separated: line.separated,
    get isReordered() {
      return isReordered || isReversed;
    },
    get isReversed() {
      return isReversed;
    },
    get isUncomputed() {
      return isUncomputed;
    },
    enter: (laid, parent) => {
      const { element, declared, box } = laid;
      const { name, attribs } = element;
      const widths = widthsIn(laid, parent.widths);
      const item = newItem(name, { declared, box, align: attribs['align'], widths });
      parent.items.push(item);
      line.passEdge(laid, item, 'start');
      return item;
    },
    addText: (text, style, parent) => {
      line.addText(text);
      if (!wordSet.has(text)) return;
      const { forcedDirection } = style;
      // Browsers show only the options of a list, and Gmail shows all of its text.
      isUncomputed ||= parent.name === 'select' || isInWiderBox(parent.widths, style);
      isReversed ||= forcedDirection !== undefined && isReorderedIn(forcedDirection, text.data);
      parent.items.push(newItem(undefined, { hasWords: true }));
    },
    leave: (laid, item) => {
      line.passEdge(laid, item, 'end');
      item.hasWords = item.items.some(({ hasWords }) => hasWords);
      isUncomputed ||= item.hasWords && isItemUncomputed(laid, item);
      isReversed ||= isReversedRow(item);
      isReordered ||= areItemsReordered(item, isLtr && laid.style.isRtl);
    },
  };
}

/** Follows the texts of a line to find the visible gaps between them. */
function newTextLine() {
  const separated: Text[] = [];
  let last: Text | undefined;
  let isSeparated = false;
  return {
    separated,
    passEdge: (laid: LaidOutElement, { name, box }: Item, edge: Edge): void => {
      const isInRow = /flex|grid/.test(laid.parentDeclared.display ?? '');
      const { float = 'none' } = laid.declared;
      if (isInRow || float !== 'none') isSeparated = true;
      else if (box !== 'inline' || name === 'br') last = undefined;
      else isSeparated ||= hasSideSpace(laid, edge);
    },
    addText: (text: Text): void => {
      if (last && isSeparated && needsSpace('words', last.data, text.data)) separated.push(last);
      [last, isSeparated] = [text, false];
    },
  };
}

const isItemUncomputed = (laid: LaidOutElement, { declared, items }: Item): boolean =>
  declared.uncomputed === true || mayBeEmpty(laid) || columnsOf(items).some(isHiddenColumn);

/** The styles of the columns that a table declares. */
const columnsOf = (items: readonly Item[]): Declared[] =>
  items.flatMap((item) =>
    item.name === 'col'
      ? item.declared
      : item.name === 'colgroup'
        ? [item.declared, ...columnsOf(item.items)]
        : [],
  );

/**
 * Whether a person may read the items in another order than they are written in. Boxes that are mirrored start at the
 * right, although their words are written from the left.
 */
function areItemsReordered({ name = '', declared, items }: Item, isMirrored: boolean): boolean {
  const shown = items.filter(({ hasWords }) => hasWords);
  if (shown.some(isMoved)) return true;
  if (shown.length < 2) return false;
  const display = declared.display ?? defaultDisplays[name] ?? 'block';
  if (/flex|grid/.test(display)) return areBoxesReordered(declared, shown, isMirrored);
  if (/table-row$/.test(display)) return isMirrored;
  if (/table$/.test(display)) return !areAscending(shown.map(tableRank));
  return (isMirrored && shown.filter(isInlineBlock).length > 1) || areFloatsReordered(items);
}

const defaultDisplays: Readonly<Record<string, string>> = {
  ...{ table: 'table', tr: 'table-row', thead: 'table-header-group', tfoot: 'table-footer-group' },
  caption: 'table-caption',
};

const areAscending = (ranks: readonly number[]): boolean =>
  ranks.every((rank, index) => rank >= (ranks[index - 1] ?? rank));

function areBoxesReordered(declared: Declared, shown: readonly Item[], isMirrored: boolean): boolean {
  const isReversed = [declared['flex-direction'], declared['flex-wrap']].some((value) =>
    value?.endsWith('-reverse'),
  );
  const isPlaced = shown.some((item) => item.declared['grid-area'] === true);
  const orders = shown.map((item) => item.declared.order ?? 0);
  return isReversed || isPlaced || (isMirrored && !isColumn(declared)) || !areAscending(orders);
}

const isReversedRow = ({ declared, items }: Item): boolean =>
  /flex/.test(declared.display ?? '') &&
  declared['flex-direction']?.endsWith('-reverse') === true &&
  items.filter(({ hasWords }) => hasWords).length > 1;

/** The place of a part of a table: captions and headers are first, and footers last, wherever they are written. */
function tableRank({ name = '', declared }: Item): number {
  const display = declared.display ?? defaultDisplays[name] ?? '';
  if (display === 'table-caption') return declared['caption-side'] === 'bottom' ? 4 : 0;
  return display === 'table-header-group' ? 1 : display === 'table-footer-group' ? 3 : 2;
}

const isInlineBlock = ({ declared: { display = '' } }: Item): boolean => /^inline-/.test(display);

/** The distance in pixels that moves an icon, but no word to another place. */
const nearPx = 12;

const isFar = (length: Length | 'auto' | undefined): boolean =>
  length !== undefined &&
  length !== 'auto' &&
  (length.per === 'px' ? Math.abs(length.amount) > nearPx : length.amount !== 0);

/** Whether CSS moves the words away from where they are in the text. */
function isMoved({ declared }: Item): boolean {
  if (isAbsolute(declared)) return true;
  const offsets = [declared.left, declared.right, declared.top, declared.bottom];
  const shifts = [declared.transform, declared.translate].flatMap((move) => [
    ...(move?.x ?? []),
    ...(move?.y ?? []),
  ]);
  return (declared.position === 'relative' && offsets.some(isFar)) || shifts.some(isFar);
}

const sideOf = ({ declared, name = '', align }: Item): 'left' | 'right' | undefined => {
  const side = declared.float ?? (/^(?:table|img)$/.test(name) ? align?.trim().toLowerCase() : undefined);
  return /left|start/.test(side ?? '') ? 'left' : /right|end/.test(side ?? '') ? 'right' : undefined;
};

/** Whether words follow a box at the right, or words of a line precede a box at the left. */
function areFloatsReordered(items: readonly Item[]): boolean {
  let [isAfterRight, isInLine] = [false, false];
  for (const item of items) {
    const { declared, hasWords, box, name } = item;
    const side = sideOf(item);
    const isEnd = name === 'br' || (side === undefined && box !== 'inline');
    if (isEnd) isInLine = false;
    if (declared.clear !== undefined && declared.clear !== 'none') isAfterRight = false;
    if (!hasWords) continue;
    if (isAfterRight || (side === 'left' && isInLine)) return true;
    if (side === 'right') isAfterRight = true;
    if (side === undefined && box === 'inline') isInLine = true;
  }
  return false;
}
