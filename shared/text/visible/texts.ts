import { isTag, isText, type AnyNode, type Document, type Text } from 'domhandler';
import { textContent } from 'domutils';
import type { Stylesheet } from './stylesheet';
import { metadataElements } from '../reply/html/elements';

/** Returns the text nodes that are part of the message, shown or not. */
export function messageTexts(node: AnyNode): Text[] {
  const texts: Text[] = [];
  visit(node, (visited) => {
    if (isText(visited)) texts.push(visited);
    return !isTag(visited) || !metadataElements.has(visited.name);
  });
  return texts;
}

export function stylesheetsOf(document: Document): Stylesheet[] {
  const stylesheets: Stylesheet[] = [];
  visit(document, (node) => {
    if (isTag(node) && node.name === 'style' && /^\s*(?:text\/css\s*)?$/i.test(node.attribs['type'] ?? ''))
      stylesheets.push({ css: textContent(node), media: node.attribs['media'] ?? '' });
    return !isTag(node) || node.name !== 'template';
  });
  return stylesheets;
}

/** Visits the nodes in the order of the document. `visitor` returns whether to visit the children. */
function visit(root: AnyNode, visitor: (node: AnyNode) => boolean): void {
  const pending: AnyNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop())
    if (visitor(node) && 'children' in node) pending.push(...node.children.toReversed());
}
