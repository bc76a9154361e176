/**
 * How an element is separated from adjacent text that has no space character in between: `words` if there is a visible
 * gap, `numbers` if only digits would be misread without a space, as in 19<sup>99</sup> or <s>900</s>500.
 */
export type Separation = 'words' | 'numbers';

const numberElements = new Set(['sup', 'sub', 's', 'strike', 'del', 'ins']);

const raisedStyle =
  /vertical-align\s*:\s*(?:super|sub|top|text-top)\b|text-decoration[^;]{0,20}line-through/i;

const rowDisplay = /(?:^|;)\s*display\s*:\s*(?:inline-)?(?:flex|grid)\b/i;

const floating = /(?:^|;)\s*float\s*:\s*(?:left|right)\b/i;

/** Whether the style shows the content of the element side by side, with space between. */
export const isRow = (style: string): boolean => rowDisplay.test(style);

/** The start or the end of an element. */
export type Edge = 'start' | 'end';

/** Returns how the edge of an element is separated from the text next to it. */
export function separationAt(name: string, style: string, edge: Edge): Separation | undefined {
  if (floating.test(style) || hasSpaceAt(edge, style)) return 'words';
  return numberElements.has(name) || raisedStyle.test(style) ? 'numbers' : undefined;
}

/** Whether two adjacent texts need a space between them. */
export const needsSpace = (separation: Separation, before: string, after: string): boolean =>
  separation === 'numbers'
    ? /\d$/.test(before) && /^\d/.test(after)
    : /[^\s\p{P}]$/u.test(before) && /^[^\s\p{P}]/u.test(after);

/** The smallest gap, in px, that reads as a space. */
export const spacePx = 3;

const spaces = /(?:^|;)\s*(?:margin|padding)(-[a-z-]+)?\s*:([^;!]{1,200})/gi;

/** The names of the sides, in text from left to right. */
const sideNames = { start: /^-(?:left|inline-start)$/i, end: /^-(?:right|inline-end)$/i };

function hasSpaceAt(edge: Edge, style: string): boolean {
  for (const [, side, source = ''] of style.matchAll(spaces)) {
    const [first = '', second, , fourth] = source.trim().split(/\s+/);
    const horizontal = edge === 'start' ? (fourth ?? second) : second;
    const length = side === undefined ? (horizontal ?? first) : sideNames[edge].test(side) ? first : '';
    if (pixelsOf(length) >= spacePx) return true;
  }
  return false;
}

/** The sizes of units, for text of the usual size. */
const unitPx: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, em: 16, rem: 16, '%': 5 };

function pixelsOf(length: string): number {
  const [, amount, unit = 'px'] = /^(\d*\.?\d+)([a-z%]*)$/i.exec(length) ?? [];
  return amount === undefined ? 0 : Number(amount) * (unitPx[unit.toLowerCase()] ?? 0);
}
