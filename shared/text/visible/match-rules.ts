import { compile, type Options } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import {
  existsOne,
  findAll,
  findOne,
  getAttributeValue,
  getChildren,
  getName,
  getParent,
  getSiblings,
  hasAttrib,
  isTag,
  prevElementSibling,
  removeSubsets,
  textContent,
} from 'domutils';
import type { Declaration } from './declarations';
import { keyOf, keysOf, parseSelectors, type ParsedSelector } from './selectors';
import { joinConditions } from './conditions';
import type { Rule } from './stylesheet';
import { TooComplexError } from './too-complex';
import { weigh, type WeightedDeclaration } from './weights';

interface CompiledRule {
  matches: (element: AnyNode) => boolean;
  declarations: readonly WeightedDeclaration[];
}

/** The maximum number of steps through the document, which no real email reaches. */
const stepsMax = 1_000_000;

const selectorsMax = 5_000;

/** The maximum number of rules to test for all elements, plus the declarations of those that match. */
const declarationsMax = 1_000_000;

export type DeclarationsOf = (element: Element) => WeightedDeclaration[];

/**
 * Returns a function that finds the declarations of the rules that match an element, in their order. The function
 * throws `TooComplexError` if the selectors of a hostile email take too long.
 */
export function matchRules(rules: readonly Rule[], isQuirky: boolean): DeclarationsOf {
  const adapter = countingAdapter();
  const byKey = new Map<string, [number, CompiledRule][]>();
  let selectors = 0;
  for (const [index, rule] of rules.entries()) {
    for (const selector of parseSelectors(rule.selector)) {
      selectors += 1;
      if (selectors > selectorsMax) throw new TooComplexError('The style sheets have too many selectors');
      const declarations = declarationsFor(selector, rule);
      if (declarations.length === 0) continue;
      const key = keyOf(selector.parts);
      const bucket = byKey.get(key) ?? [];
      byKey.set(key, bucket);
      bucket.push([index, compileRule(selector, { ...rule, declarations }, adapter, isQuirky)]);
    }
  }
  let applied = 0;
  const count = (entries: number): void => {
    applied += entries;
    if (applied > declarationsMax) throw new TooComplexError('The rules of the email apply too often');
  };
  return (element) => {
    const rulesOfKeys = [
      ...keysOf(element.name, element.attribs['id'] ?? '', element.attribs['class'] ?? ''),
    ].flatMap((key) => byKey.get(key) ?? []);
    count(rulesOfKeys.length);
    const matching = rulesOfKeys.filter(([, { matches }]) => matches(element));
    for (const [, { declarations }] of matching) count(declarations.length);
    return matching
      .sort(([first], [second]) => first - second)
      .flatMap(([, { declarations }]) => declarations);
  };
}

/** Of the style of a box that the style sheet adds to an element, only its words matter. An element has no such words. */
const declarationsFor = ({ isForAddedBox }: ParsedSelector, { declarations }: Rule): readonly Declaration[] =>
  declarations.filter(({ property }) => (property === 'content') === isForAddedBox);

type Adapter = NonNullable<Options<AnyNode, Element>['adapter']>;

function compileRule(
  selector: ParsedSelector,
  rule: Rule,
  adapter: Adapter,
  quirksMode: boolean,
): CompiledRule {
  const condition = joinConditions(rule.condition, selector.condition);
  return {
    matches: compileSelector(selector.parts, { adapter, quirksMode, relativeSelector: false }),
    declarations: rule.declarations.map((declaration) => ({
      ...declaration,
      condition,
      weight: weigh(declaration, selector.specificity, rule.layer),
    })),
  };
}

/** A selector that the library cannot read matches nothing, so that no style sheet makes an email unreadable. */
function compileSelector(
  parts: ParsedSelector['parts'],
  options: Options<AnyNode, Element>,
): CompiledRule['matches'] {
  try {
    return compile<AnyNode, Element>([parts], options);
  } catch (error) {
    if (error instanceof TooComplexError) throw error;
    return () => false;
  }
}

const domReaders: Adapter = {
  existsOne,
  findAll,
  findOne,
  getAttributeValue,
  getChildren,
  getName,
  getParent,
  getSiblings,
  getText: textContent,
  hasAttrib,
  isTag,
  prevElementSibling,
  removeSubsets,
};

/** Returns functions that read the document and count their calls. */
function countingAdapter(): Adapter {
  let steps = 0;
  const counted = Object.entries(domReaders).map(([name, read]: [string, (...args: never[]) => unknown]) => [
    name,
    (...args: never[]): unknown => {
      steps += 1;
      if (steps > stepsMax) throw new TooComplexError('The selectors of the email take too many steps');
      return read(...args);
    },
  ]);
  return Object.fromEntries(counted) as Adapter;
}
