import { hasInvisibleWords } from '../invisible-characters';
import { applyEdits, hidingEdits } from './cut-hidden';
import { cssLengthMax } from './declarations';
import { newExtents } from './extents';
import { matchRules } from './match-rules';
import { parseDocument } from './parse-document';
import {
  collectDeclarations,
  isAddingWords,
  scriptElements,
  shownNodes,
  withoutScripts,
  type DeclarationsByElement,
  type ShownNodes,
} from './shown-nodes';
import { readStylesheets, type Rule } from './stylesheet';
import { TooComplexError } from './too-complex';
import { variableReader } from './variables';
import { hasWords, wordsOf } from '../words';
import { messageTexts, stylesheetsOf } from './texts';
import type { Document, Text } from 'domhandler';

export interface VisibleHtml {
  /** The HTML without the text that a person does not see. */
  html: string;
  /** Whether the HTML has words that no client shows. */
  hasHiddenText: boolean;
  /** Whether some words are shown only on some screens, in some clients, or after a click. */
  isConditional: boolean;
  /** Whether words may be shown in another order than they are written in. */
  isReordered: boolean;
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
    return { html, hasHiddenText: true, isConditional: true, isReordered: true };
  }
}

function removeHiddenText(html: string): VisibleHtml {
  const document = parseDocument(html);
  const rules = rulesOf(document);
  const declarations = collectDeclarations(document, matchRules(rules, document['x-mode'] === 'quirks'));
  const words = messageTexts(document).filter(({ data }) => hasWords(data));
  const [extents, order] = [newExtents(), { isChanged: false }];
  const email = { document, declarations, extents, order, reader: variableReader(), words: new Set(words) };
  const shown = shownNodes(email);
  const views = conditionsOf(declarations).map((condition) => shownNodes(email, condition));
  return {
    html: applyEdits(html, hidingEdits(html, document, shown)),
    hasHiddenText: words.some(
      (text) => hasInvisibleWords(text.data) || [shown, ...views].every((view) => isCut(text, view)),
    ),
    isConditional:
      [...shown.keys()].some(isAddingWords) ||
      words.some((text) => views.some((view) => view.get(text) !== shown.get(text))),
    isReordered: order.isChanged,
  };
}

/** Whether some words of the text are not shown. */
const isCut = (text: Text, shown: ShownNodes): boolean => {
  const inside = shown.get(text);
  return inside === undefined || (inside !== text.data && lettersIn(inside) < lettersIn(text.data));
};

const lettersIn = (text: string): number => wordsOf(text).join('').length;

const rulesOf = (document: Document): Rule[] => {
  const stylesheets = stylesheetsOf(document);
  const texts = stylesheets.flatMap(({ css, media }) => [css, media]);
  if (texts.join('').length > cssLengthMax) throw new TooComplexError('The style sheets are too long');
  return readStylesheets(stylesheets);
};

/** The maximum numbers of elements and declarations to apply. Each condition is another view of all elements. */
const [styledElementsMax, appliedMax] = [60_000, 5_000_000];

function conditionsOf(declarations: DeclarationsByElement): string[] {
  const conditions = new Set<string>();
  let applied = 0;
  for (const [{ name }, list] of declarations) {
    applied += list.length;
    if (scriptElements.has(name)) conditions.add(withoutScripts);
    for (const { condition } of list) if (condition !== undefined) conditions.add(condition);
  }
  if (conditions.size * declarations.size > styledElementsMax || conditions.size * applied > appliedMax)
    throw new TooComplexError('The email has too many media queries');
  return [...conditions];
}
