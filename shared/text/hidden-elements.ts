import { Parser } from 'htmlparser2';
import { blockElements } from './reply/html/elements';

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
    onopentag: (name, attributes) => {
      depth += 1;
      if (hiddenAt !== Infinity) return;
      const style = readStyle(attributes['style'] ?? '');
      isAllHidden = isHidden(attributes, style) || isClipped(name, style);
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
  (hidden !== undefined && !style.has('display')) ||
  hasValue('display', /^none$/)(style) ||
  hasValue('opacity', /^(?=.)0*(?:\.0\d*|\.10*|\d(?:\.\d*)?%)?$/)(style);

const hasValue = (name: string, value: RegExp) => (declarations: Declarations) =>
  value.test(declarations.get(name) ?? '');

const isTiny = /^(?:0+(?:\.0*)?(?:[a-z]+|%)?|0*[01]?(?:\.\d+)?px|2px|[01]pt)$/;

const hidingTextTests = [
  hasValue('visibility', /^(?:hidden|collapse)$/),
  hasValue('font-size', isTiny),
  (style: Declarations) =>
    style.get('color') === 'transparent' &&
    ![...style.keys()].some((name) => /-clip|-fill|-stroke|shadow/.test(name)),
];

/** Whether the style hides text, unless an element inside has another style. */
const hasHiddenText = (style: Declarations): boolean => hidingTextTests.some((hides) => hides(style));

/** Whether an element inside the first one is an image, or has a style of its own. */
const hasOtherStyles = (source: string): boolean =>
  /<(?:font|img|h[1-6]|table)\b|\s(?:style|class)\s*=/i.test(source.replace(/^<[^>]*>/, ''));

const clips = hasValue('overflow', /^(?:hidden|clip|scroll|auto)/);
const isTakenOut = (style: Declarations): boolean =>
  hasValue('position', /^(?:absolute|fixed)$/)(style) || hasValue('float', /^(?:left|right)$/)(style);

/** Whether the element is a box without a size. Sizes have no effect on text in a line, and tables grow. */
function isClipped(name: string, style: Declarations): boolean {
  const display = style.get('display') ?? (blockElements.has(name) ? 'block' : 'inline');
  const isBox = isTakenOut(style) || (!/^(?:inline|contents)$|table/.test(display) && !tableParts.test(name));
  // The text of a box without a size is visible in its padding.
  if (!isBox || !clips(style) || [...style.keys()].some((key) => /^(?:padding|min-)/.test(key))) return false;
  return ['height', 'max-height', 'width', 'max-width'].some((size) => hasValue(size, isTiny)(style));
}

const tableParts = /^(?:table|tbody|thead|tfoot|tr|td|th|caption)$/;

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

/** An escape is part of a word, even that of a space: `none\\9` is not `none`. */
const characterOf = (code: number): string =>
  code <= 0x20 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
