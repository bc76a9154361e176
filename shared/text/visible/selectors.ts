import {
  AttributeAction,
  isTraversal,
  parse,
  SelectorType,
  type PseudoSelector,
  type Selector,
} from 'css-what';
import { inClientPages, partsInClientPage } from './client-hooks';
import { joinConditions } from './conditions';

/** A selector, without the parts that hold only at times. */
export interface ParsedSelector {
  parts: Selector[];
  /** The order of selectors in the cascade: ids before classes before tags. */
  specificity: number;
  /** What must hold besides, such as `:hover`. Undefined if the selector always applies. */
  condition: string | undefined;
  /** Whether the declarations apply to a box that the style sheet adds, and not to the text of the element. */
  isForAddedBox: boolean;
}

const nameSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** States of an element that a click, the pointer or the client changes. */
const states = nameSet(
  'hover active focus focus-within focus-visible visited target target-current checked open popover-open modal ' +
    'first-line first-letter fullscreen lang dir default indeterminate valid invalid user-valid user-invalid ' +
    'in-range out-of-range placeholder-shown autofill -webkit-autofill playing paused seeking buffering stalled ' +
    'muted volume-locked picture-in-picture future past current host host-context state has-slotted',
);

const structural = nameSet(
  'first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type ' +
    'nth-last-of-type empty root not is where matches has any-link link scope disabled required optional',
);

const addedBoxes = nameSet(
  'before after marker placeholder selection backdrop file-selector-button cue part slotted highlight ' +
    'spelling-error grammar-error target-text details-content',
);

/** Lists of selectors, of which browsers ignore those that they do not know. */
const forgiving = nameSet('is where matches');

/** Other names of selectors, and their meaning where scripts change no element. */
const equivalents: readonly (readonly [RegExp, string])[] = [
  [/:-webkit-any(?=\()/gi, ':is'],
  [/:-webkit-any-link\b/gi, ':any-link'],
  [/:enabled\b/gi, ':is(button,input,select,textarea,option,optgroup,fieldset):not([disabled])'],
  [/:defined\b/gi, ':not(:not(*))'],
  [/:read-only\b/gi, ':not(input,textarea,[contenteditable])'],
  [/:read-write\b/gi, ':is(input,textarea,[contenteditable])'],
];

const escapesAndStrings = /\\(?:[\da-f]{1,6}\s?|[^])|"[^"]*"|'[^']*'/gi;

/** Whether a name in the selector starts with a digit, which CSS allows only as an escape or in quotes. */
const hasInvalidName = (list: string): boolean =>
  /[.#]-?\d|=\s*-?\d/.test(list.replace(escapesAndStrings, 'x'));

/** Parses a list of selectors. As in CSS, one selector that is not valid makes the list apply to nothing. */
export function parseSelectors(list: string): ParsedSelector[] {
  if (hasInvalidName(list)) return [];
  try {
    const known = equivalents.reduce((css, [name, equivalent]) => css.replace(name, equivalent), list);
    const selectors = parse(known);
    return selectors.every((parts) => parts.every(isKnown)) ? selectors.flatMap(inAllClients) : [];
  } catch {
    return [];
  }
}

const isPseudo = (part: Selector) =>
  part.type === SelectorType.Pseudo || part.type === SelectorType.PseudoElement;

function isKnown(part: Selector): boolean {
  if (part.type === SelectorType.Attribute) return part.action !== AttributeAction.Not;
  if (part.type === SelectorType.Parent || part.type === SelectorType.ColumnCombinator) return false;
  if (part.type === SelectorType.Pseudo && Array.isArray(part.data)) {
    if (forgiving.has(part.name)) part.data = part.data.filter((nested) => nested.every(isKnown));
    return part.data.every((nested) => nested.every(isKnown));
  }
  if (part.type === SelectorType.PseudoElement && part.name.startsWith('-webkit-')) return true;
  return !isPseudo(part) || [states, structural, addedBoxes].some((names) => names.has(part.name));
}

/** Returns the selector in `:nth-child(1 of p)`. The library does not count, so the rest is a condition. */
const countedSelectorOf = (part: Selector): string | undefined =>
  part.type === SelectorType.Pseudo &&
  /^nth-(?:last-)?child$/.test(part.name) &&
  typeof part.data === 'string'
    ? /\sof\s([^]+)/i.exec(part.data)?.[1]
    : undefined;

const isTemporary = (part: Selector) =>
  (isPseudo(part) && states.has(part.name)) || countedSelectorOf(part) !== undefined;

/** Describes the selector, and what it matches besides in the pages of mail clients. */
function inAllClients(parts: Selector[]): ParsedSelector[] {
  const own = describe(parts);
  const inPage = partsInClientPage(parts);
  if (!inPage) return [own];
  const { condition, ...described } = describe(inPage);
  return [
    own,
    { ...described, specificity: own.specificity, condition: joinConditions(inClientPages, condition) },
  ];
}

function describe(parts: Selector[]): ParsedSelector {
  const temporary = parts.filter(isTemporary);
  const lasting = parts.flatMap((part) => {
    const counted = countedSelectorOf(part);
    if (counted !== undefined) return parse(`:is(${counted})`)[0] ?? [];
    return !isPseudo(part) || structural.has(part.name) ? [part] : [];
  });
  return {
    parts: lasting.length === 0 ? [{ type: SelectorType.Universal, namespace: null }] : lasting,
    specificity: specificityOf(parts),
    condition: temporary.map((part) => `:${'name' in part ? part.name : ''}`).join('') || undefined,
    isForAddedBox: parts.some((part) => isPseudo(part) && isAddedBox(part.name)),
  };
}

const isAddedBox = (name: string): boolean => addedBoxes.has(name) || name.startsWith('-webkit-');

const idWeight = 1_000_000;
const classWeight = 1_000;

const specificityOf = (parts: readonly Selector[]): number =>
  parts.reduce((sum, part) => sum + weightOf(part), 0);

function weightOf(part: Selector): number {
  if (part.type === SelectorType.Attribute)
    return part.name === 'id' && part.action === AttributeAction.Equals ? idWeight : classWeight;
  if (part.type === SelectorType.Tag || part.type === SelectorType.PseudoElement) return 1;
  return part.type === SelectorType.Pseudo ? pseudoWeight(part) : 0;
}

function pseudoWeight({ name, data }: PseudoSelector): number {
  if (name === 'where') return 0;
  if (!Array.isArray(data)) return classWeight;
  return Math.max(0, ...data.map(specificityOf));
}

/**
 * Returns a name that each matching element has: an id, a class, a tag or `*`. The names of an element select the few
 * rules that may match the element.
 */
export function keyOf(parts: readonly Selector[]): string {
  const last = parts.slice(parts.findLastIndex(isTraversal) + 1);
  const keys = last.map((part) => {
    if (part.type === SelectorType.Tag) return part.name.toLowerCase();
    if (part.type !== SelectorType.Attribute) return '*';
    if (part.name === 'id' && part.action === AttributeAction.Equals) return `#${part.value.toLowerCase()}`;
    return part.name === 'class' && part.action === AttributeAction.Element
      ? `.${part.value.toLowerCase()}`
      : '*';
  });
  return keys.find((key) => /^[#.]/.test(key)) ?? keys.find((key) => key !== '*') ?? '*';
}

export const keysOf = (name: string, id: string, className: string): ReadonlySet<string> =>
  new Set([
    '*',
    name,
    `#${id.toLowerCase()}`,
    ...(className.toLowerCase().match(/\S+/g) ?? []).map((token) => `.${token}`),
  ]);
