import { hasInvisibleWords } from '../invisible-characters';
import { applyEdits, spaceEdits, hidingEdits } from './cut-hidden';
import { cssLengthMax } from './declarations';
import { newExtents } from './extents';
import { animationViews, isAnimationView } from './keyframes';
import { matchRules } from './match-rules';
import { mayOverlap, overlapping } from './overlaps';
import { parseDocument } from './parse-document';
import {
  collectDeclarations,
  isAddingWords,
  fallbackElements,
  shownNodes,
  withFallbacks,
  type ShownNodes,
} from './shown-nodes';
import { readStylesheets, type Styles } from './stylesheet';
import { newShownItems } from './shown-items';
import { TooComplexError } from './too-complex';
import { variableReader } from './variables';
import type { DeclarationsByElement } from './weights';
import { hasWords, wordsOf } from '../words';
import { messageTexts, stylesheetsOf } from './texts';
import type { Document, Element, Text } from 'domhandler';

export interface VisibleHtml {
  /** The HTML without the text that a person does not see. */
  html: string;
  /** Whether the HTML has words that no client shows. */
  hasHiddenText: boolean;
  /** Whether some words are shown only on some screens, in some clients, or after a click. */
  isConditional: boolean;
  /** Whether words may be shown in another order than they are written in. */
  isReordered: boolean;
  /** Whether words may be shown backwards, and not only in another place. */
  isReversed: boolean;
}

/**
 * Removes the text that mail clients do not show. Of media queries, only those that every screen matches apply. HTML
 * that takes too long to read is returned unchanged, with all warnings.
 */
export function visibleHtml(html: string): VisibleHtml {
  try {
    return removeHiddenText(html);
  } catch (error) {
    // Functions here call themselves for each level of the HTML and may exhaust the stack.
    if (!(error instanceof TooComplexError || error instanceof RangeError)) throw error;
    return { html, hasHiddenText: true, isConditional: true, isReordered: true, isReversed: true };
  }
}

function removeHiddenText(html: string): VisibleHtml {
  const document = parseDocument(html);
  const { rules, keyframes, variables } = stylesOf(document);
  const declarations = collectDeclarations(document, matchRules(rules, document['x-mode'] === 'quirks'));
  const words = messageTexts(document).filter(({ data }) => hasWords(data));
  const items = newShownItems(words);
  const email = {
    document,
    declarations,
    extents: newExtents(),
    reader: variableReader(),
    keyframes,
    variables,
    items,
  };
  const conditions = [...conditionsOf(declarations, animationViews(declarations, keyframes))];
  const still = shownNodes(email);
  const spaces = spaceEdits([...items.separated]);
  const views = [still, ...conditions.map((condition) => shownNodes(email, condition))];
  // Webmail removes animations, so a text remains that they show at the end or hide.
  const shown = joinViews(
    still,
    views.filter((_view, index) => isAnimationView(conditions[index - 1] ?? '')),
  );
  return {
    html: applyEdits(html, [...hidingEdits(html, document, shown), ...spaces]),
    hasHiddenText: words.some(
      (text) => hasInvisibleWords(text.data) || views.every((view) => isCut(text, view)),
    ),
    isConditional:
      items.isUncomputed ||
      hasUnreadStyles(document, declarations.keys()) ||
      [...shown.keys()].some(isAddingWords) ||
      words.some((text) => views.some((view) => view.get(text) !== shown.get(text))),
    isReversed: items.isReversed,
    isReordered:
      items.isReordered || !words.every((text, index) => startOf(text) >= startOf(words[index - 1])),
  };
}

/** Whether the email has style sheets in URLs, or markers of lists with words of its own. */
const hasUnreadStyles = (document: Document, elements: Iterable<Element>): boolean =>
  stylesheetsOf(document).some(({ css }) =>
    /@counter-style\b|@import\s*(?:url\(\s*)?["']?data:/i.test(css),
  ) || [...elements].some(({ name, attribs }) => name === 'link' && /^\s*data:/i.test(attribs['href'] ?? ''));

/** Where the text is written. Browsers move text that is between the cells of a table to before the table. */
const startOf = (text: Text | undefined): number => text?.sourceCodeLocation?.startOffset ?? 0;

/** Whether some words of the text are not shown. */
const isCut = (text: Text, shown: ShownNodes): boolean => {
  const inside = shown.get(text);
  return inside === undefined || (inside !== text.data && lettersIn(inside) < lettersIn(text.data));
};

const lettersIn = (text: string): number => wordsOf(text).join('').length;

/** Returns what is shown in any of the views. */
function joinViews(first: ShownNodes, others: readonly ShownNodes[]): ShownNodes {
  if (others.length === 0) return first;
  const joined = new Map(first);
  for (const view of others)
    for (const [node, inside] of view)
      if (inside.length > (joined.get(node)?.length ?? -1)) joined.set(node, inside);
  return joined;
}

const stylesOf = (document: Document): Styles => {
  const stylesheets = stylesheetsOf(document);
  const texts = stylesheets.flatMap(({ css, media }) => [css, media]);
  if (texts.join('').length > cssLengthMax) throw new TooComplexError('The style sheets are too long');
  return readStylesheets(stylesheets);
};

/** The maximum numbers of elements and declarations to apply. Each condition is another view of all elements. */
const [styledElementsMax, appliedMax] = [60_000, 5_000_000];

function conditionsOf(declarations: DeclarationsByElement, animations: readonly string[]): Set<string> {
  const conditions = new Set(animations);
  let applied = 0;
  for (const [{ name }, list] of declarations) {
    applied += list.length;
    if (fallbackElements.has(name)) conditions.add(withFallbacks);
    if (list.some(mayOverlap)) conditions.add(overlapping);
    for (const { condition } of list) if (condition !== undefined) conditions.add(condition);
  }
  if (conditions.size * declarations.size > styledElementsMax || conditions.size * applied > appliedMax)
    throw new TooComplexError('The email has too many media queries');
  return conditions;
}
