import {
  isSimpleBlockNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
  stringify,
  type ComponentValue,
  type SimpleBlockNode,
} from '@csstools/css-parser-algorithms';
import { isTokenAtKeyword, isTokenCDC, isTokenCDO, isTokenSemicolon } from '@csstools/css-tokenizer';
import { parseCss, readDeclarations, type Declaration } from './declarations';

/** A rule of a style sheet. */
export interface Rule {
  selector: string;
  declarations: readonly Declaration[];
  /** The media query or another condition under which the rule applies. Undefined if the rule always applies. */
  condition: string | undefined;
}

/** Reads the rules that can hide or show text. */
export const readStylesheet = (css: string, media: string): Rule[] => {
  const condition = mediaCondition(media);
  return condition === 'never' ? [] : readRules(parseCss(css), condition);
};

function readRules(nodes: readonly ComponentValue[], condition: string | undefined): Rule[] {
  const rules: Rule[] = [];
  let prelude: ComponentValue[] = [];
  for (const node of nodes) {
    if (isTopLevelMark(node) || (prelude.length === 0 && isWhiteSpaceOrCommentNode(node))) continue;
    if (isBlock(node)) rules.push(...readRule(prelude, node.value, condition));
    else prelude.push(node);
    if (isBlock(node) || (isAtRule(prelude) && isSemicolon(node))) prelude = [];
  }
  return rules;
}

const isTopLevelMark = (node: ComponentValue): boolean =>
  isTokenNode(node) && (isTokenCDO(node.value) || isTokenCDC(node.value));

const isBlock = (node: ComponentValue): node is SimpleBlockNode =>
  isSimpleBlockNode(node) && node.startToken[1] === '{';

const isSemicolon = (node: ComponentValue): boolean => isTokenNode(node) && isTokenSemicolon(node.value);

const isAtRule = ([first]: readonly ComponentValue[]): boolean => atKeyword(first) !== undefined;

const atKeyword = (node: ComponentValue | undefined): string | undefined =>
  isTokenNode(node) && isTokenAtKeyword(node.value) ? node.value[4].value.toLowerCase() : undefined;

function readRule(
  prelude: readonly ComponentValue[],
  block: readonly ComponentValue[],
  condition: string | undefined,
): Rule[] {
  const [first, ...rest] = prelude;
  const name = atKeyword(first);
  if (name !== undefined) return readGroup(name, sourceOf(rest), block, condition);
  const declarations = readDeclarations(block);
  return declarations.length === 0 ? [] : [{ selector: sourceOf(prelude), declarations, condition }];
}

const sourceOf = (nodes: readonly ComponentValue[]): string => stringify([[...nodes]]).trim();

/** At-rules around rules that apply in some clients only. */
const conditionalGroups = new Set([
  'supports',
  'container',
  '-moz-document',
  'document',
  'scope',
  'starting-style',
]);

function readGroup(
  name: string,
  prelude: string,
  block: readonly ComponentValue[],
  outer: string | undefined,
): Rule[] {
  if (name === 'layer') return readRules(block, outer);
  const own =
    name === 'media' ? mediaCondition(prelude) : conditionalGroups.has(name) ? `${name} ${prelude}` : 'never';
  return own === 'never' ? [] : readRules(block, joinConditions(outer, own));
}

/** Joins the conditions that must all hold. */
export const joinConditions = (...conditions: readonly (string | undefined)[]): string | undefined =>
  conditions.filter((condition) => condition !== undefined).join(' and ') || undefined;

/**
 * Returns the condition of a media query list: undefined if every screen matches, and `never` if none does. Other
 * queries remain conditions, even those that nearly every screen matches, because some clients know no queries.
 */
function mediaCondition(list: string): string | undefined {
  const queries = list
    .toLowerCase()
    .replace(/\/\*[^]*?(?:\*\/|$)/g, ' ')
    .split(',')
    .map((query) => query.trim().replace(/^only\s+/, ''));
  if (queries.some((query) => /^(?:|all|screen)$/.test(query))) return undefined;
  const possible = queries.filter((query) => !isForPaper(query));
  return possible.length === 0 ? 'never' : possible.join(', ');
}

const isForPaper = (query: string): boolean =>
  /^(?:print|speech|aural|braille|embossed|projection|tty|tv|handheld)\b|^not\s+(?:all|screen)$/.test(query);
