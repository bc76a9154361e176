import { Parser } from 'htmlparser2';

/**
 * Removes elements that their own attributes hide: preview text, for example. Style sheets have no effect here, because
 * a bundle that sends email has no room for a parser of CSS.
 */
export function removeHiddenElements(html: string): string {
  const pieces: string[] = [];
  let position = 0;
  let [depth, hiddenAt, start] = [0, Infinity, 0];
  let isAllHidden = false;
  const parser = new Parser({
    onopentag: (_name, attributes) => {
      depth += 1;
      if (hiddenAt !== Infinity) return;
      const style = readStyle(attributes['style'] ?? '');
      isAllHidden = isHidden(attributes, style);
      if (isAllHidden || hasHiddenText(style)) [hiddenAt, start] = [depth, parser.startIndex];
    },
    onclosetag: (_name, isImplied) => {
      if (depth === hiddenAt) {
        // The next tag, or the end of the HTML, may close the element. An image has only one tag.
        const isClosedByNext = isImplied && parser.startIndex > start;
        const end = isClosedByNext ? parser.startIndex : parser.endIndex + 1;
        hiddenAt = Infinity;
        if (isAllHidden || !hasOtherStyles(html.slice(start, end))) {
          pieces.push(html.slice(position, start));
          position = end;
        }
      }
      depth -= 1;
    },
  });
  parser.end(html);
  return [...pieces, html.slice(position)].join('');
}

type Declarations = ReadonlyMap<string, string>;

const isHidden = ({ hidden }: Record<string, string>, style: Declarations): boolean =>
  (hidden !== undefined && !style.has('display')) || hidingTests.some((hides) => hides(style));

/** Whether the style hides text, unless an element inside has another style. */
const hasHiddenText = (style: Declarations): boolean =>
  isTiny.test(style.get('font-size') ?? 'inherit') || style.get('color') === 'transparent';

/** Whether an element inside the first one has a style of its own. */
const hasOtherStyles = (source: string): boolean =>
  /<font|\s(?:style|class)\s*=/i.test(source.replace(/^<[^>]*>/, ''));

const hasValue = (name: string, value: RegExp) => (declarations: Declarations) =>
  value.test(declarations.get(name) ?? '');

const clips = hasValue('overflow', /^(?:hidden|clip|scroll|auto)/);
const isTiny = /^(?:0+(?:\.0*)?(?:[a-z]+|%)?|0*[01]?(?:\.\d+)?px|2px|[01]pt)$/;

const hidingTests: readonly ((declarations: Declarations) => boolean)[] = [
  hasValue('display', /^none$/),
  hasValue('visibility', /^(?:hidden|collapse)$/),
  hasValue('mso-hide', /^all$/),
  hasValue('opacity', /^(?=.)0*(?:\.0\d*|\.10*|\d(?:\.\d*)?%)?$/),
  ...['height', 'max-height', 'width', 'max-width'].map(
    (name) => (declarations: Declarations) => clips(declarations) && hasValue(name, isTiny)(declarations),
  ),
];

/** Reads the last value of each property, or the last important one. */
function readStyle(style: string): Declarations {
  const values = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of unescapeCss(style).toLowerCase().split(';')) {
    const [, name = '', source = ''] = /^\s*([a-z-]+)\s*:(.*)$/s.exec(declaration) ?? [];
    const isImportant = importantMark.test(source.trim());
    const value = source.trim().replace(importantMark, '').trim();
    if (name === '' || value === '' || (important.has(name) && !isImportant)) continue;
    values.set(name, value);
    if (isImportant) important.add(name);
  }
  return values;
}

const importantMark = /!\s*important$/;

const unescapeCss = (css: string): string =>
  css
    .replace(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_all, hex: string) => characterOf(Number.parseInt(hex, 16)));

const characterOf = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code));
