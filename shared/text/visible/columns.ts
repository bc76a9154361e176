import { isTag, type Element } from 'domhandler';
import type { Backgrounds } from './inherited-style';

/** The columns of a table, with their backgrounds, over which those of rows and cells are painted. */
export interface Columns {
  backgrounds: readonly Backgrounds[];
  /** The background of the table itself. */
  table: Backgrounds;
}

/** Browsers have no more columns. */
const spanMax = 1_000;

const spanOf = ({ attribs }: Element, name: string): number =>
  Math.min(spanMax, Math.max(1, Number.parseInt(attribs[name] ?? '1', 10) || 1));

/** Returns the columns that a table declares. Undefined if it declares none. */
export function columnsOf(
  table: Element,
  behind: Backgrounds,
  paint: (element: Element, behind: Backgrounds) => Backgrounds,
): Columns | undefined {
  const backgrounds: Backgrounds[] = [];
  const add = (element: Element, painted: Backgrounds): void => {
    for (let count = spanOf(element, 'span'); count > 0 && backgrounds.length < spanMax; count--)
      backgrounds.push(painted);
  };
  for (const child of table.children.filter(isTag)) {
    if (child.name === 'col') add(child, paint(child, behind));
    if (child.name !== 'colgroup') continue;
    const group = paint(child, behind);
    const columns = child.children.filter(isTag).filter(({ name }) => name === 'col');
    if (columns.length === 0) add(child, group);
    for (const column of columns) add(column, paint(column, group));
  }
  return backgrounds.every((painted) => painted === behind) ? undefined : { backgrounds, table: behind };
}

const indexes = new WeakMap<Element, number>();

/** Returns the column in which a cell starts, in a table without cells that span rows. */
function columnOf(cell: Element): number {
  let previous = cell.prev;
  while (previous && !isTag(previous)) previous = previous.prev;
  const index = previous ? (indexes.get(previous) ?? 0) + spanOf(previous, 'colspan') : 0;
  indexes.set(cell, index);
  return index;
}

/** Returns what is behind a cell: the background of its column, unless its row covers the column. */
export function behindCell(cell: Element, row: Backgrounds, columns: Columns | undefined): Backgrounds {
  if (!columns || !/^t[dh]$/.test(cell.name)) return row;
  const index = columnOf(cell);
  return row === columns.table && index < columns.backgrounds.length ? columns.backgrounds[index] : row;
}
