import { isTag, isText, type AnyNode, type Document, type Element, type Text } from 'domhandler';
import { hiddenElements, metadataElements } from '../reply/html/elements';
import { hasWords } from '../words';
import { backgroundOf } from './backgrounds';
import { boxOf } from './boxes';
import { cascade } from './cascade';
import { behindCell, columnsOf, type Columns } from './columns';
import { inheritStyle } from './computed-style';
import { rootStyle, type Backgrounds, type InheritedStyle } from './inherited-style';
import { readingConditions } from './conditions';
import { parseCss, readDeclarations } from './declarations';
import { defaultBox, defaultDeclarations } from './default-styles';
import type { Extents } from './extents';
import { hidesContent, hidesText } from './hiding';
import { weighInline, type DeclarationsOf, type WeightedDeclaration } from './match-rules';
import { layOutText } from './clipped-text';
import { addToLine, endLine, lineHeightOf, type Flow } from './flow';
import { pixels } from './css-values';
import { enterElement, isOutOfSight, rootPosition, type LayoutPosition } from './layout-position';
import type { Declared } from './properties';
import { areItemsReordered, isReordered } from './reading-order';
import { tinyPx } from './shapes';
import { TooComplexError } from './too-complex';
import type { VariableReader, Variables } from './variables';

export type DeclarationsByElement = ReadonlyMap<Element, readonly WeightedDeclaration[]>;

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

/** The condition of clients without scripts, which show what is between the tags of these elements. */
export const withoutScripts = 'without scripts';
export const scriptElements: ReadonlySet<string> = new Set(['noscript', 'canvas']);

/** The styles and the position that an element gets from its parent. */
interface ParentContext {
  declared: Declared;
  variables: Variables;
  style: InheritedStyle;
  position: LayoutPosition;
  /** The columns of the table around the element. */
  columns?: Columns | undefined;
}

const root: ParentContext = { declared: {}, variables: new Map(), style: rootStyle, position: rootPosition };

/** What is the same under all conditions. */
export interface StyledEmail {
  document: Document;
  declarations: DeclarationsByElement;
  extents: Extents;
  reader: VariableReader;
  /** The texts that have words. */
  words: ReadonlySet<AnyNode>;
  /** Whether words are shown in another order than they are written in, under any condition. */
  order: { isChanged: boolean };
}

/** The nodes that a person sees. A text has what is inside of the boxes around it. */
export type ShownNodes = ReadonlyMap<AnyNode, string>;

/**
 * Returns the text nodes, images and elements with words of their own that a person sees in a client that reads
 * conditions, if no condition, or only the given one, holds. With `readingConditions`, returns those that a person sees
 * in a client that reads no conditions.
 */
export function shownNodes(
  { document, declarations, extents, reader, words, order }: StyledEmail,
  condition?: string,
): ShownNodes {
  const shown = new Map<AnyNode, string>();
  const applicableTo = applicableDeclarations(declarations, condition);
  let wordsShown = 0;
  const show = (text: Text, inside: string, { forcedDirection }: InheritedStyle): void => {
    shown.set(text, inside);
    if (words.has(text)) wordsShown += 1;
    order.isChanged ||= forcedDirection !== undefined && isReordered(text.data, forcedDirection);
  };
  const walk = (element: Element, parent: ParentContext): void => {
    const { declared, variables } = cascade(applicableTo(element), parent, reader);
    const backgrounds = behindCell(element, parent.style.backgrounds, parent.columns);
    const style = inheritStyle(declared, { ...parent.style, backgrounds });
    const box = boxOf(declared, defaultBox(element), parent.declared);
    if (hidesContent(declared, style, box)) return;
    const { position, leave } = enterElement(
      { element, declared, style, box, parentDeclared: parent.declared },
      parent.position,
      extents,
    );
    const isInSight = (text: string): boolean => !isOutOfSight(position, style, text, extents);
    if (hasOwnContent(element, declared) && style.isVisible && isInSight('')) shown.set(element, '');
    if (position.flow) layOutElement(element, declared, style, position.flow);
    if (isSilent(element, condition)) return leave();
    const declaredIn = (child: Element): Declared =>
      cascade(applicableTo(child), { declared, variables }, reader).declared;
    const paint = (column: Element, behind: Backgrounds): Backgrounds =>
      backgroundOf(declaredIn(column), behind, style.color);
    const columns = element.name === 'table' ? columnsOf(element, style.backgrounds, paint) : parent.columns;
    const isReadable = !hidesText(style);
    const items: AnyNode[] = [];
    for (const child of element.children) {
      const before = wordsShown;
      if (isTag(child)) walk(child, { declared, variables, style, position, columns });
      if (isText(child)) {
        const inside = insideOf(child.data, style, position, extents);
        if (isReadable && inside !== undefined && isInSight(child.data)) show(child, inside, style);
      }
      if (wordsShown > before) items.push(child);
    }
    const orderOf = (item: AnyNode) => (isTag(item) ? declaredIn(item).order : 0);
    order.isChanged ||= areItemsReordered(declared, items, orderOf);
    leave();
  };
  for (const child of document.children) if (isTag(child)) walk(child, root);
  return shown;
}

/** Whether no client shows the content of the element under the condition. */
const isSilent = ({ name }: Element, condition: string | undefined): boolean =>
  metadataElements.has(name) ||
  (hiddenElements.has(name) && !(condition === withoutScripts && scriptElements.has(name)));

/** Returns a function that finds the declarations of an element that apply under the condition. */
const applicableDeclarations =
  (declarations: DeclarationsByElement, condition: string | undefined) =>
  (element: Element): WeightedDeclaration[] =>
    (declarations.get(element) ?? []).filter(
      ({ condition: own }) =>
        own === undefined ||
        (own === readingConditions ? condition !== readingConditions : own === condition),
    );

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
    hasWords(`${attribs['value'] ?? ''}${attribs['placeholder'] ?? ''}`));

/** Whether the node, which is shown, has words that are not in the text of the HTML. */
export const isAddingWords = (node: AnyNode): boolean => isTag(node) && !isReplaced(node);
