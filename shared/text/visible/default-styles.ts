import { isTag, type AnyNode, type Element } from 'domhandler';
import { blockElements } from '../reply/html/elements';
import { parseCss } from './declarations';
import type { Box } from './boxes';
import { colorAttribute } from './legacy-color';
import { isDisplayedOption } from './options';
import { readProperty } from './shorthands';
import type { WeightedDeclaration } from './weights';

const nameSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const tableParts = nameSet('table tbody thead tfoot tr td th caption col colgroup');

const boxes = nameSet('img button input select textarea');

export const defaultBox = ({ name }: Element): Box => {
  if (tableParts.has(name)) return 'table';
  return blockElements.has(name) || boxes.has(name) ? 'block' : 'inline';
};

interface Hint {
  /** The elements, or `*` for all. */
  elements: ReadonlySet<string>;
  /** Returns the value of the property in CSS. Undefined if the element has none. */
  css: (element: Element) => string | undefined;
  property: string;
  condition?: string;
}

const pixelAttribute =
  (name: string) =>
  ({ attribs }: Element): string | undefined =>
    /^\s*\d+(?!\d*%)/.exec(attribs[name] ?? '')?.[0].concat('px');

const all = nameSet('*');

const fontSizes = ['x-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

function fontSize({ attribs }: Element): string | undefined {
  const [, sign, digits] = /^\s*([+-]?)(\d+)/.exec(attribs['size'] ?? '') ?? [];
  if (digits === undefined) return undefined;
  const step = sign ? 3 + Number(sign + digits) : Number(digits);
  return fontSizes[Math.min(7, Math.max(1, step))];
}

const hiddenUnlessOpen = ({ attribs }: Element): string | undefined =>
  'open' in attribs ? undefined : 'hidden';

/** Links know the body, which may give them a color. */
function bodyOf(element: Element): Element | undefined {
  for (let node: AnyNode | null = element; node; node = node.parent)
    if (isTag(node) && node.name === 'body') return node;
  return undefined;
}

const bidiOf = ({ name, attribs }: Element): string | undefined =>
  name === 'bdo' ? 'isolate-override' : name === 'bdi' || 'dir' in attribs ? 'isolate' : undefined;

const colored = nameSet('body table colgroup col tbody thead tfoot tr td th marquee');

const headingSizes: Readonly<Record<string, string>> = { h1: '2em', h2: '1.5em', h3: '1.17em' };

const blockMargins: Readonly<Record<string, string>> = {
  ...{ h1: '.67em', h2: '.83em', h4: '1.33em', h5: '1.67em', h6: '2.33em', hr: '.5em' },
};

/** A list in a list has no margin. */
const blockMargin = ({ name, parent }: Element): string | undefined =>
  listNames.has(name) && parent && isTag(parent) && parent.name === 'li'
    ? undefined
    : (blockMargins[name] ?? '1em');

const listNames = nameSet('ul ol menu dir');

/** The styles of HTML without CSS. Any rule of a style sheet overrides them. */
const hints: readonly Hint[] = [
  { elements: all, property: 'display', css: ({ attribs }) => ('hidden' in attribs ? 'none' : undefined) },
  // A click opens these elements, and some clients show them open.
  { elements: nameSet('details dialog'), property: 'visibility', css: hiddenUnlessOpen, condition: 'closed' },
  { elements: nameSet('summary'), property: 'visibility', css: () => 'visible', condition: 'closed' },
  {
    elements: all,
    property: 'display',
    css: ({ attribs }) => ('popover' in attribs ? 'none' : undefined),
    condition: 'closed',
  },
  {
    elements: nameSet('option'),
    property: 'display',
    css: (option) => (isDisplayedOption(option) ? undefined : 'none'),
    condition: 'closed',
  },
  // Webmail removes drawings.
  { elements: nameSet('svg'), property: 'display', css: () => 'none', condition: 'without drawings' },
  ...['width', 'height'].map((name) => ({
    elements: nameSet('img'),
    property: name,
    css: pixelAttribute(name),
  })),
  { elements: nameSet('td th tr table'), property: 'height', css: pixelAttribute('height') },
  ...['ul', 'ol', 'menu', 'dir'].map((name) => ({
    elements: nameSet(name),
    property: 'padding-left',
    css: () => '40px',
  })),
  ...['margin-top', 'margin-bottom'].map((property) => ({
    elements: nameSet('p ul ol menu dir dl blockquote pre figure hr h1 h2 h3 h4 h5 h6'),
    property,
    css: blockMargin,
  })),
  { elements: nameSet('h1 h2 h3'), property: 'font-size', css: ({ name }) => headingSizes[name] },
  { elements: nameSet('hr'), property: 'height', css: () => '2px' },
  { elements: nameSet('pre'), property: 'white-space', css: () => 'pre' },
  { elements: nameSet('nobr'), property: 'white-space', css: () => 'nowrap' },
  { elements: nameSet('blockquote dd figure'), property: 'margin-left', css: () => '40px' },
  { elements: nameSet('center th caption button'), property: 'text-align', css: () => 'center' },
  { elements: all, property: 'text-align', css: ({ attribs }) => attribs['align'] },
  {
    elements: all,
    property: 'direction',
    css: ({ attribs }) => /^(?:ltr|rtl)$/i.exec(attribs['dir'] ?? '')?.[0],
  },
  { elements: all, property: 'unicode-bidi', css: bidiOf },
  // Without a doctype, browsers do not let tables inherit the font size. Webmail has a page with a doctype.
  { elements: nameSet('table'), property: 'font-size', css: () => 'medium', condition: 'quirks' },
  {
    elements: nameSet('a'),
    property: 'color',
    css: (link) => ('href' in link.attribs ? (bodyOf(link)?.attribs['link'] ?? '#00e') : undefined),
  },
  { elements: nameSet('button'), property: 'color', css: () => '#000' },
  { elements: nameSet('button'), property: 'background-color', css: () => '#efefef' },
  { elements: nameSet('mark'), property: 'background-color', css: () => '#ff0' },
  { elements: nameSet('mark'), property: 'color', css: () => '#000' },
  { elements: nameSet('body'), property: 'color', css: colorAttribute('text') },
  { elements: nameSet('font'), property: 'color', css: colorAttribute('color') },
  { elements: nameSet('font'), property: 'font-size', css: fontSize },
  {
    elements: colored,
    property: 'background-color',
    css: colorAttribute('bgcolor'),
  },
  {
    elements: colored,
    property: 'background-image',
    css: ({ attribs }) => (attribs['background'] ? 'url(image)' : undefined),
  },
];

const hintWeight = -1;

/** Returns the declarations that the element has without CSS. */
export const defaultDeclarations = (element: Element): WeightedDeclaration[] =>
  hints.flatMap(({ elements, property, css, condition }) => {
    if (elements !== all && !elements.has(element.name)) return [];
    const value = css(element);
    return value === undefined ? [] : readHint(property, value, condition);
  });

const readHint = (property: string, css: string, condition: string | undefined): WeightedDeclaration[] =>
  readProperty(property, parseCss(css)).map((read) => ({
    ...read,
    isImportant: false,
    condition,
    weight: hintWeight,
  }));
