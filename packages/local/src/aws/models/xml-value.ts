import { membersByWireName, shapeOf, type Member, type ServiceModel, type Shape } from './model';
import { parseText } from './text-value';
import { readXmlTree, type XmlElement } from './xml-tree';

/**
 * The value of a document. If `wrapper` is given, reads the element of this name inside the root element instead of
 * the root element.
 */
export function parseXml(model: ServiceModel, shapeName: string, xml: string, wrapper?: string): unknown {
  const roots = readXmlTree(xml).children;
  const elements = wrapper === undefined ? roots : childrenNamed(roots[0], wrapper);
  return elements[0] && valueOf(model, { shape: shapeName }, elements);
}

/** The value of a member, given all elements with its name. Only a flattened list has several. */
function valueOf(model: ServiceModel, member: Member, elements: XmlElement[]): unknown {
  const shape = shapeOf(model, member.shape);
  const [element] = elements;
  if (shape.type === 'list') return listOf(model, member, shape, elements);
  if (shape.type === 'structure') return element && structureOf(model, shape, element);
  return element && parseText(shape.type, element.text);
}

/** Elements that the model does not have become text values with their own name, so that the check reports them. */
function structureOf(model: ServiceModel, shape: Shape, element: XmlElement): Record<string, unknown> {
  const members = membersByWireName(model, shape);
  const names = [...new Set(element.children.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const member = members.get(name);
      const elements = childrenNamed(element, name);
      return [name, member ? valueOf(model, member, elements) : elements[0]?.text];
    }),
  );
}

function listOf(model: ServiceModel, member: Member, shape: Shape, elements: XmlElement[]): unknown[] {
  const inner = shape.member ?? { shape: '' };
  const isFlattened = member.flattened ?? shape.flattened ?? false;
  const items = isFlattened
    ? elements
    : elements.flatMap((element) => childrenNamed(element, inner.locationName ?? 'member'));
  return items.map((item) => valueOf(model, inner, [item]));
}

function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter((child) => child.name === name);
}
