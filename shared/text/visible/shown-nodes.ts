import { isTag, isText, type AnyNode, type Document, type Element } from 'domhandler';
import { hiddenElements, metadataElements } from '../reply/html/elements';
import { hasWords } from '../words';
import { backgroundOf } from './backgrounds';
import { boxOf } from './boxes';
import { cascade } from './cascade';
import { behindCell, columnsOf, type Columns } from './columns';
import { inheritStyle } from './computed-style';
import { withoutBox } from './inherited-properties';
import { rootStyle, type Backgrounds, type InheritedStyle } from './inherited-style';
import { readingConditions } from './conditions';
import { parseCss, readDeclarations } from './declarations';
import { defaultBox, defaultDeclarations } from './default-styles';
import type { Extents } from './extents';
import { hidesContent, hidesText } from './hiding';
import type { DeclarationsOf } from './match-rules';
import { layOutText } from './clipped-text';
import { addToLine, endLine, lineHeightOf, type Flow } from './flow';
import { pixels } from './css-values';
import { animatedDeclarations, type Keyframes } from './keyframes';
import { enterElement } from './enter-element';
import { isOutOfSight, rootPosition, type LayoutPosition } from './layout-position';
import { newPage, overlapping } from './overlaps';
import type { PageBox } from './page-box';
import type { Declared } from './properties';
import { rootItem, type Item, type ShownItems } from './shown-items';
import { tinyPx } from './shapes';
import { TooComplexError } from './too-complex';
import type { VariableReader, Variables } from './variables';
import { weighInline, type DeclarationsByElement, type WeightedDeclaration } from './weights';

/** Collects the declarations for each element: defaults, style sheets, and the `style` attribute. */
export function collectDeclarations(
  document: Document,
  declarationsOf: DeclarationsOf,
): DeclarationsByElement {
  const byElement = new Map<Element, readonly WeightedDeclaration[]>();
  const readStyle = styleReader();
  const pending: AnyNode[] = [document];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isTag(node)) {
      const inline = readStyle(node.attribs['style'] ?? '');
      byElement.set(node, [...defaultDeclarations(node), ...declarationsOf(node), ...inline]);
    }
    if ('children' in node) pending.push(...node.children);
  }
  return byElement;
}

/** The maximum length of all `style` attributes that differ. */
const stylesLengthMax = 100_000;

/** Returns a function that reads `style` attributes, and reads equal ones once. */
function styleReader(): (style: string) => readonly WeightedDeclaration[] {
  const read = new Map<string, readonly WeightedDeclaration[]>([['', []]]);
  let length = 0;
  return (style) => {
    const known = read.get(style);
    if (known) return known;
    length += style.length;
    if (length > stylesLengthMax) throw new TooComplexError('The style attributes are too long');
    const declarations = readDeclarations(parseCss(style))
      .filter(({ property }) => property !== 'content')
      .map(weighInline);
    read.set(style, declarations);
    return declarations;
  };
}

/** The condition of clients without scripts and media, which show what is between the tags of these elements. */
export const withFallbacks = 'with fallbacks';
export const fallbackElements: ReadonlySet<string> = new Set(['noscript', 'canvas', 'video', 'audio']);

/** The styles and the position that an element gets from its parent. */
interface ParentContext {
  declared: Declared;
  variables: Variables;
  style: InheritedStyle;
  position: LayoutPosition;
  /** The element on the page, in the view with boxes that overlap. */
  pageBox: PageBox | undefined;
  /** The element in the order in which a person reads. */
  item: Item;
  /** The columns of the table around the element. */
  columns?: Columns | undefined;
}

const root = { declared: {}, style: rootStyle, position: rootPosition };

/** What is the same under all conditions. */
export interface StyledEmail {
  document: Document;
  declarations: DeclarationsByElement;
  extents: Extents;
  reader: VariableReader;
  keyframes: Keyframes;
  /** The variables that `@property` declares, with their values. */
  variables: Variables;
  items: ShownItems;
}

/** The nodes that a person sees. A text has what is inside of the boxes around it. */
export type ShownNodes = ReadonlyMap<AnyNode, string>;

/**
 * Returns the text nodes, images and elements with words of their own that a person sees in a client that reads
 * conditions, if no condition, or only the given one, holds. With `readingConditions`, returns those that a person sees
 * in a client that reads no conditions.
 */
export function shownNodes(email: StyledEmail, condition?: string): ShownNodes {
  const { document, extents, items } = email;
  const shown = new Map<AnyNode, string>();
  const page = condition === overlapping ? newPage(extents) : undefined;
  const computeStyle = styleReaderOf(email, condition);
  const walk = (element: Element, parent: ParentContext): void => {
    const { variables, ...computed } = computeStyle(element, parent);
    const declared = withoutBox(computed.declared);
    const backgrounds = behindCell(element, parent.style.backgrounds, parent.columns);
    const box = boxOf(declared, defaultBox(element), parent.declared);
    const style = inheritStyle(declared, { ...parent.style, backgrounds }, box);
    if (hidesContent(declared, style, box)) return;
    const laid = { element, declared, style, box, parentDeclared: parent.declared };
    const { position, leave: leaveElement } = enterElement(laid, parent.position, extents);
    const entered = parent.pageBox && page?.enter(laid, position, parent.pageBox);
    const pageBox = entered?.box;
    const item = items.enter(laid, parent.item);
    const leave = (): void => {
      leaveElement();
      entered?.leave();
      items.leave(laid, item);
    };
    const isInSight = (text: string): boolean => !isOutOfSight(position, style, text, extents);
    if (hasOwnContent(element, declared) && style.isVisible && isInSight('')) shown.set(element, '');
    if (position.flow) layOutElement(element, declared, style, position.flow);
    if (pageBox) layOutElement(element, declared, style, pageBox.flow);
    if (isSilent(element, condition)) return leave();
    const paint = (column: Element, behind: Backgrounds): Backgrounds =>
      backgroundOf(computeStyle(column, { declared, variables }).declared, behind, style.color);
    const columns = element.name === 'table' ? columnsOf(element, style.backgrounds, paint) : parent.columns;
    const isReadable = !hidesText(style);
    for (const child of element.children) {
      if (isTag(child)) walk(child, { declared, variables, style, position, pageBox, item, columns });
      if (!isText(child)) continue;
      const inside = insideOf(child.data, style, position, extents);
      if (isReadable && inside !== undefined && isInSight(child.data)) {
        shown.set(child, inside);
        items.addText(child, style, item);
      }
      if (pageBox) page?.addText(child, laid, position, pageBox);
    }
    leave();
  };
  for (const child of document.children)
    if (isTag(child))
      walk(child, { ...root, variables: email.variables, pageBox: page?.root, item: rootItem() });
  for (const text of page?.covered ?? []) shown.delete(text);
  return shown;
}

/** Whether no client shows the content of the element under the condition. */
const isSilent = ({ name }: Element, condition: string | undefined): boolean =>
  metadataElements.has(name) ||
  (hiddenElements.has(name) && !(condition === withFallbacks && fallbackElements.has(name)));

/** Returns a function that computes the style of an element in the view of a condition. */
function styleReaderOf({ declarations, reader, keyframes }: StyledEmail, condition: string | undefined) {
  const view = condition === readingConditions ? undefined : condition;
  return (element: Element, parent: Pick<ParentContext, 'declared' | 'variables'>) => {
    const own = (declarations.get(element) ?? []).filter(
      ({ condition: required }) =>
        required === undefined ||
        (required === readingConditions ? condition !== readingConditions : required === condition),
    );
    const computed = cascade(own, parent, reader);
    const animated = animatedDeclarations(computed.declared, keyframes, view);
    return animated.length === 0 ? computed : cascade([...own, ...animated], parent, reader);
  };
}

/** Returns what of the text is inside of the boxes around it. Undefined if nothing is. */
function insideOf(
  text: string,
  style: InheritedStyle,
  position: LayoutPosition,
  extents: Extents,
): string | undefined {
  const { flow, left, origin, lineWidth: width, clip } = position;
  if (!flow) return text;
  extents.countLaidOut(text.length);
  const inside = layOutText(text, style, flow, { left, origin, width, clip });
  return inside.trim() === '' && text.trim() !== '' ? undefined : inside;
}

/** Lays out an element without content of its own. */
function layOutElement({ name }: Element, declared: Declared, style: InheritedStyle, flow: Flow): void {
  const px = (length: Declared['width']): number =>
    length === undefined || length === 'auto' || length.per === '%' ? 0 : pixels(length, style.fontPx, 0);
  if (name === 'img') addToLine(flow, px(declared.width), px(declared.height));
  if (name !== 'br') return;
  addToLine(flow, 0, lineHeightOf(style));
  endLine(flow);
}

/** Whether the element shows something that is not text. */
export const isReplaced = ({ name }: Element): boolean => name === 'img' || name === 'hr';

const isTiny = (length: Declared['width']): boolean =>
  length !== undefined && length !== 'auto' && length.amount <= tinyPx && length.per === 'px';

const hasOwnContent = (element: Element, declared: Declared): boolean =>
  element.name === 'hr' ||
  (element.name === 'img' && !isTiny(declared.width) && !isTiny(declared.height)) ||
  declared.content === true ||
  declared['list-style-type'] === true ||
  (element.name === 'q' && declared.quotes === true) ||
  showsAttribute(element);

const silentInputs = /^(?:hidden|password|checkbox|radio|file|color|range|image)$/i;

const showingAttributes = new WeakMap<Element, boolean>();

/** Whether the element shows the words of an attribute. Reads the attributes once for all conditions. */
function showsAttribute(element: Element): boolean {
  const known = showingAttributes.get(element);
  if (known !== undefined) return known;
  const shows = hasAttributeWords(element);
  showingAttributes.set(element, shows);
  return shows;
}

const hasAttributeWords = ({ name, attribs }: Element): boolean =>
  (name === 'iframe' && hasWords(attribs['srcdoc'] ?? '')) ||
  (/^opt(?:ion|group)$/.test(name) && hasWords(attribs['label'] ?? '')) ||
  (name === 'input' &&
    !silentInputs.test(attribs['type'] ?? '') &&
    hasWords(`${attribs['value'] ?? ''}${attribs['placeholder'] ?? ''}`)) ||
  (name === 'textarea' && hasWords(attribs['placeholder'] ?? ''));

/** Whether the node, which is shown, has words that are not in the text of the HTML. */
export const isAddingWords = (node: AnyNode): boolean => isTag(node) && !isReplaced(node);
