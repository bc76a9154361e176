import type { AnyNode, Text } from 'domhandler';
import { isAbsolute } from './boxes';
import { page, type LaidOutElement } from './clips';
import { layOutText } from './clipped-text';
import type { Extents } from './extents';
import { lineHeightOf, lineTop } from './flow';
import { newGrowth } from './growth';
import { isLeftAligned } from './inherited-style';
import type { LayoutPosition } from './layout-position';
import { coverOf, effectOf, type Cover } from './overlap-values';
import { behindLevel, enterBox, newRootBox, type Beside, type PageBox } from './page-box';
import { pxReader, type Size } from './px-reader';
import { TooComplexError } from './too-complex';
import type { WeightedDeclaration } from './weights';

/** The view of clients that lay boxes over text, or text behind boxes. Webmail removes positions. */
export const overlapping = 'overlapping boxes';

/** Whether the declaration may move a box over a text, or a text behind a box. */
export function mayOverlap({ property, value }: WeightedDeclaration): boolean {
  if (typeof value === 'object' && 'nodes' in value) return overlappingProperties.test(property);
  if (property === 'position') return value === 'absolute' || value === 'fixed';
  if (property === 'z-index') return typeof value === 'number' && value < 0;
  if (typeof value !== 'object') return false;
  if ('y' in value) return value.y.length > 0;
  if (!('per' in value)) return false;
  if (property === 'top' || property === 'bottom') return value.amount !== 0;
  if (/^(?:max-)?height$/.test(property)) return isLow(value);
  return /^margin-(?:top|bottom)$/.test(property) && value.amount < 0;
}

/** The height up to which a box shows text below itself, where other boxes may cover it. */
const lowPx = 15;

const isLow = (size: Size): boolean => typeof size === 'object' && size.per === 'px' && size.amount <= lowPx;

const overlappingProperties =
  /^(?:position|z-index|top|bottom|transform|translate|margin-(?:top|bottom)|(?:max-)?height)$/;

interface PlacedText {
  node: AnyNode;
  left: number;
  right: number;
  top: number;
  height: number;
  level: number;
  /** How many pixels further down the text may be. */
  growth: number;
}

/** The layout of an email in which boxes may cover text. */
export interface Page {
  root: PageBox;
  enter: (
    laid: LaidOutElement,
    position: LayoutPosition,
    parent: PageBox,
  ) => { box: PageBox; leave: () => void };
  addText: (text: Text, laid: LaidOutElement, position: LayoutPosition, box: PageBox) => void;
  /** The texts of which boxes cover the start. */
  covered: ReadonlySet<AnyNode>;
}

/** The maximum number of pairs of a box and a text to compare. */
const pairsMax = 1_000_000;

/** What a page and its tables may have above the first text, in pixels. */
const topSlackPx = 40;

/** The width of a text that a box must cover. */
const [coveredPx, coveredCenteredPx] = [100, 300];

export function newPage(extents: Extents): Page {
  const texts: PlacedText[] = [];
  const covered = new Set<AnyNode>();
  const growth = newGrowth();
  let pairs = 0;
  let shrunkUntil = 0;
  const coverTexts = (cover: Cover, box: PageBox): void => {
    pairs += box.movedFrom;
    if (pairs > pairsMax) throw new TooComplexError('The email has too many boxes over text');
    const isCovered = (text: PlacedText, index: number): boolean =>
      index < box.movedFrom &&
      text.level <= box.level &&
      isUnder(text, cover) &&
      !isBesideText(index, box.beside);
    for (const { node } of texts.filter(isCovered)) covered.add(node);
  };
  return {
    root: newRootBox(),
    covered,
    enter: (laid, position, parent) => {
      const { box, leave } = enterBox(laid, parent, texts.length, shrunkUntil);
      const top = box.shift + lineTop(box.flow) - paddingTop(laid);
      const grown = growth.enter(laid, box.flow, parent.flow);
      const topGrowth = isAtAnchor(laid) ? parent.anchorGrowth : grown.top;
      return {
        box: isAnchor(laid) ? { ...box, anchorTop: top, anchorGrowth: topGrowth } : box,
        leave: () => {
          leave();
          grown.leave();
          const height = { anchor: lineBottom(parent) - parent.anchorTop, content: contentBottom(box) - top };
          const place = { left: position.left, top, height, growth: { top: topGrowth, end: growth.now() } };
          const cover = isAbove(laid, box) && coverOf(laid, place, extents);
          if (cover) coverTexts(cover, box);
          if (isShrunk(laid)) shrunkUntil = texts.length;
        },
      };
    },
    addText: (node, laid, position, box) => {
      const text = { ...placeText(node, laid, position, box), growth: growth.now() };
      extents.countLaidOut(node.data.length);
      if (node.data.trim() === '') return;
      texts.push(text);
      growth.addText(node.data, laid.style, position.lineWidth);
      if (box.isBehind || text.top + text.growth + text.height < -topSlackPx) covered.add(node);
    },
  };
}

function placeText(
  node: Text,
  { style }: LaidOutElement,
  position: LayoutPosition,
  box: PageBox,
): Omit<PlacedText, 'growth'> {
  const { left, lineWidth: width } = position;
  const right = left + (isLeftAligned(style) ? coveredPx : coveredCenteredPx);
  const top = box.shift + lineTop(box.flow);
  layOutText(node.data, style, box.flow, { left, origin: 0, width, clip: page });
  return { node, left, right, top, height: lineHeightOf(style), level: box.level };
}

/** Whether the box is painted over earlier text. A background of a box without a position is painted below it. */
const isAbove = ({ element, declared }: LaidOutElement, { level }: PageBox): boolean =>
  level >= 0 || (level > behindLevel && (element.name === 'img' || /^inline-/.test(declared.display ?? '')));

const lineBottom = ({ flow, shift }: PageBox): number => lineTop(flow) + flow.lineHeight + shift;

const contentBottom = ({ flow, shift }: PageBox): number => flow.top + flow.lineHeight + shift;

const paddingTop = (laid: LaidOutElement): number =>
  laid.box === 'inline' || isAbsolute(laid.declared) ? 0 : pxReader(laid)(laid.declared['padding-top']);

const isUnder = (text: PlacedText, cover: Cover): boolean =>
  cover.left <= text.left + 8 &&
  cover.right >= text.right &&
  cover.top + Math.max(0, cover.growth.top - text.growth) <= text.top + text.height / 3 &&
  cover.bottom >= text.top + Math.max(0, text.growth - cover.growth.bottom) + text.height * 0.8;

/** Whether the top of the box refers to the box around it that has a position. */
const isAtAnchor = ({ declared }: LaidOutElement): boolean =>
  isAbsolute(declared) && typeof declared.top === 'object';

function isBesideText(index: number, beside: Beside | undefined): boolean {
  for (let row = beside; row; row = row.outer) if (index >= row.from && index < row.to) return true;
  return false;
}

const isAnchor = ({ declared }: LaidOutElement): boolean =>
  (declared.position ?? 'static') !== 'static' || effectOf(declared) === 'transform';

/** Whether what follows the box may overlap its content. */
const isShrunk = (laid: LaidOutElement): boolean =>
  pxReader(laid)(laid.declared['margin-bottom']) < 0 ||
  (laid.box === 'block' && [laid.declared.height, laid.declared['max-height']].some(isLow));
