import { isTag, isText, type AnyNode, type Document, type Element } from 'domhandler';
import { cascade, inheritStyle, rootStyle, type Declared, type InheritedStyle } from './computed-style';
import { parseCss, readDeclarations } from './declarations';
import { defaultBox, defaultDeclarations, hiddenElements, metadataElements } from './default-styles';
import { boxOf, hidesContent, hidesText } from './hiding';
import { weighInline, type DeclarationsOf, type WeightedDeclaration } from './match-rules';
import { TooComplexError } from './too-complex';

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
    const declarations = readDeclarations(parseCss(style)).map(weighInline);
    read.set(style, declarations);
    return declarations;
  };
}

/**
 * Returns the text nodes and images that a person sees if no condition, or only the given one, holds.
 */
export function shownNodes(
  document: Document,
  declarations: DeclarationsByElement,
  condition: string | undefined,
): Set<AnyNode> {
  const shown = new Set<AnyNode>();
  const walk = (element: Element, parent: InheritedStyle, parentDeclared: Declared): void => {
    if (metadataElements.has(element.name) || hiddenElements.has(element.name)) return;
    const applicable = (declarations.get(element) ?? []).filter(
      (declaration) => declaration.condition === undefined || declaration.condition === condition,
    );
    const declared = cascade(applicable, parentDeclared);
    const style = inheritStyle(declared, parent);
    if (hidesContent(declared, style, boxOf(declared, defaultBox(element)))) return;
    if (isReplaced(element) && style.isVisible) shown.add(element);
    const isTextShown = !hidesText(declared, style);
    for (const child of element.children) {
      if (isText(child) && isTextShown) shown.add(child);
      else if (isTag(child)) walk(child, style, declared);
    }
  };
  for (const child of document.children) if (isTag(child)) walk(child, rootStyle, {});
  return shown;
}

/** Whether the element shows something that is not text. */
export const isReplaced = ({ name }: Element): boolean => name === 'img' || name === 'hr';
