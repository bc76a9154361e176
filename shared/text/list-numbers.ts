/** An element of a list, as the converter of HTML and other readers have it. */
interface ListElement {
  name?: string | undefined;
  attribs?: Readonly<Record<string, string>> | undefined;
  children?: readonly ListElement[] | undefined;
}

/** Reads an integer as browsers do: `3.5` is 3. */
function integerOf({ attribs }: ListElement, name: string): number | undefined {
  const number = Number.parseInt(attribs?.[name] ?? '', 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Returns the numbers of the items of a list, which may start anywhere, count down, and be set by an item. */
export function itemNumbers(list: ListElement): number[] {
  const items = (list.children ?? []).filter(({ name }) => name === 'li');
  const isReversed = list.attribs?.['reversed'] !== undefined;
  let next = integerOf(list, 'start') ?? (isReversed ? items.length : 1);
  return items.map((item) => {
    const number = integerOf(item, 'value') ?? next;
    next = number + (isReversed ? -1 : 1);
    return number;
  });
}
