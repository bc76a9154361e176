import {
  isSimpleBlockNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
  stringify,
  type ComponentValue,
  type SimpleBlockNode,
} from '@csstools/css-parser-algorithms';
import {
  isTokenAtKeyword,
  isTokenCDC,
  isTokenCDO,
  isTokenComma,
  isTokenSemicolon,
} from '@csstools/css-tokenizer';
import { isToken, isVariable, parseCss, readDeclarations, splitAt, type Declaration } from './declarations';
import { newLayers, type Layers } from './layers';
import { joinConditions, mediaCondition, supportsCondition } from './conditions';
import { nestSelectors } from './nesting';

/** A rule of a style sheet. */
export interface Rule {
  selector: string;
  declarations: readonly Declaration[];
  /** The media query or another condition under which the rule applies. Undefined if the rule always applies. */
  condition: string | undefined;
  /** The order of the rule's layer in the cascade. */
  layer: number;
}

export interface Stylesheet {
  css: string;
  media: string;
}

/** Reads the rules that can hide or show text. */
export function readStylesheets(stylesheets: readonly Stylesheet[]): Rule[] {
  const layers = newLayers();
  const rules = stylesheets.flatMap(({ css, media }) => {
    const condition = mediaCondition(media);
    return condition === 'never'
      ? []
      : readRules(parseCss(css), { condition, layer: [], parent: undefined, layers });
  });
  return rules.map(({ layer, ...rule }) => ({ ...rule, layer: layers.rankOf(layer) }));
}

type UnrankedRule = Omit<Rule, 'layer'> & { layer: readonly string[] };

/** What surrounds a rule. */
interface Scope {
  condition: string | undefined;
  /** The names of the layers around the rule. */
  layer: readonly string[];
  /** The selector of the rule around the rule. */
  parent: string | undefined;
  layers: Layers;
}

/** Reads a style sheet or the inside of a rule, which may have declarations between other rules. */
function readRules(nodes: readonly ComponentValue[], scope: Scope): UnrankedRule[] {
  const rules: UnrankedRule[] = [];
  const isTopLevel = scope.parent === undefined;
  let prelude: ComponentValue[] = [];
  let declarations: ComponentValue[] = [];
  const endDeclarations = (): void => {
    rules.push(...readOwn(declarations, scope));
    declarations = [];
  };
  for (const node of nodes) {
    if ((isTopLevel && isTopLevelMark(node)) || (prelude.length === 0 && isWhiteSpaceOrCommentNode(node)))
      continue;
    if (isBlock(node) && !isVariable(prelude)) {
      endDeclarations();
      rules.push(...readRule(prelude, node.value, scope));
      prelude = [];
      continue;
    }
    prelude.push(node);
    if (!isSemicolon(node) || (isTopLevel && !isAtRule(prelude))) continue;
    if (isAtRule(prelude)) declareLayers(prelude, scope);
    else declarations.push(...prelude);
    prelude = [];
  }
  declarations.push(...prelude);
  endDeclarations();
  return rules;
}

/** Reads the declarations of the rule around them. */
function readOwn(nodes: readonly ComponentValue[], { parent, condition, layer }: Scope): UnrankedRule[] {
  const declarations = parent === undefined ? [] : readDeclarations(nodes);
  return parent === undefined || declarations.length === 0
    ? []
    : [{ selector: parent, declarations, condition, layer }];
}

/** Reads `@layer a, b;`, which sets the order of layers. */
function declareLayers([first, ...rest]: readonly ComponentValue[], { layer, layers }: Scope): void {
  if (atKeyword(first) !== 'layer') return;
  for (const name of sourceOf(rest).replace(/;$/, '').split(','))
    layers.declare([...layer, ...layerNames(name)]);
}

const layerNames = (name: string): string[] => name.trim().split('.');

const isTopLevelMark = (node: ComponentValue): boolean =>
  isTokenNode(node) && (isTokenCDO(node.value) || isTokenCDC(node.value));

const isBlock = (node: ComponentValue): node is SimpleBlockNode =>
  isSimpleBlockNode(node) && node.startToken[1] === '{';

const isSemicolon = (node: ComponentValue): boolean => isToken(node, isTokenSemicolon);

const isAtRule = ([first]: readonly ComponentValue[]): boolean => atKeyword(first) !== undefined;

const atKeyword = (node: ComponentValue | undefined): string | undefined =>
  isTokenNode(node) && isTokenAtKeyword(node.value) ? node.value[4].value.toLowerCase() : undefined;

function readRule(
  prelude: readonly ComponentValue[],
  block: readonly ComponentValue[],
  scope: Scope,
): UnrankedRule[] {
  const [first, ...rest] = prelude;
  const name = atKeyword(first);
  if (name !== undefined) return readGroup(name, sourceOf(rest), block, scope);
  const selectors = splitAt(prelude, isTokenComma).map(sourceOf);
  return readRules(block, { ...scope, parent: nestSelectors(selectors, scope.parent) });
}

const sourceOf = (nodes: readonly ComponentValue[]): string => stringify([[...nodes]]).trim();

/** At-rules around rules that apply in some clients only. */
const conditionalGroups = new Set(['container', '-moz-document', 'document', 'scope', 'starting-style']);

function readGroup(
  name: string,
  prelude: string,
  block: readonly ComponentValue[],
  scope: Scope,
): UnrankedRule[] {
  if (name === 'layer') {
    const layer = [...scope.layer, ...(prelude === '' ? [scope.layers.newName()] : layerNames(prelude))];
    scope.layers.declare(layer);
    return readRules(block, { ...scope, layer });
  }
  const own = conditionOf(name, prelude);
  return own === 'never'
    ? []
    : readRules(block, { ...scope, condition: joinConditions(scope.condition, own) });
}

function conditionOf(name: string, prelude: string): string | undefined {
  if (name === 'media') return mediaCondition(prelude);
  if (name === 'supports') return supportsCondition(prelude);
  return conditionalGroups.has(name) ? `${name} ${prelude}` : 'never';
}
