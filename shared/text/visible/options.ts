import { isTag, type AnyNode, type Element } from 'domhandler';

const displayed = new WeakMap<AnyNode, Element | undefined>();

/** Whether the list shows the option before a click. A list with several rows shows all. */
export function isDisplayedOption(option: Element): boolean {
  const list = listOf(option);
  if (!list || 'multiple' in list.attribs || Number.parseInt(list.attribs['size'] ?? '1', 10) > 1)
    return true;
  if (!displayed.has(list)) displayed.set(list, displayedOption(list));
  return displayed.get(list) === option;
}

function listOf({ parent }: Element): Element | undefined {
  const outer = parent && isTag(parent) && parent.name === 'optgroup' ? parent.parent : parent;
  return outer && isTag(outer) && outer.name === 'select' ? outer : undefined;
}

function displayedOption(list: Element): Element | undefined {
  const options = list.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'optgroup' ? child.children.filter(isTag) : [child]))
    .filter(({ name }) => name === 'option');
  return (
    options.findLast(({ attribs }) => 'selected' in attribs) ??
    options.find(({ attribs }) => !('disabled' in attribs)) ??
    options[0]
  );
}
