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
  isTokenColon,
  isTokenComma,
  isTokenSemicolon,
} from '@csstools/css-tokenizer';
import { isToken, isVariable, parseCss, readDeclarations, splitAt, type Declaration } from './declarations';
import { newLayers, type Layers } from './layers';
import { joinConditions, mediaCondition, readingConditions, supportsCondition } from './conditions';
import { readFrames, type Frame, type Keyframes } from './keyframes';
import { limitOf, nestSelectors } from './nesting';

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

/** What style sheets declare that can hide or show text. */
export interface Styles {
  rules: readonly Rule[];
  keyframes: Keyframes;
  /** The values of variables that no element declares. */
  variables: Map<string, string>;
}

export function readStylesheets(stylesheets: readonly Stylesheet[]): Styles {
  const layers = newLayers();
  const keyframes: Keyframes = new Map();
  const variables = new Map<string, string>();
  const rules = stylesheets.flatMap(({ css, media }) => {
    const condition = mediaCondition(media);
    return condition === 'never'
      ? []
      : readRules(parseCss(css), { ...root, condition, layers, keyframes, variables });
  });
  return {
    rules: rules.map(({ layer, ...rule }) => ({ ...rule, layer: layers.rankOf(layer) })),
    keyframes,
    variables,
  };
}

type UnrankedRule = Omit<Rule, 'layer'> & { layer: readonly string[] };

/** What surrounds a rule, and what other rules declare. */
interface Scope extends Omit<Styles, 'rules'> {
  condition: string | undefined;
  /** The names of the layers around the rule. */
  layer: readonly string[];
  /** The selector of the rule around the rule. */
  parent: string | undefined;
  /** Limits a selector to the elements in the scope around the rule. */
  limit: (selector: string) => string;
  layers: Layers;
}

const root = { layer: [], parent: undefined, limit: (selector: string) => selector };

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
  const own = splitAt(prelude, isTokenComma).map(sourceOf);
  const selectors = scope.parent === undefined ? own.map(scope.limit) : own;
  return readRules(block, { ...scope, parent: nestSelectors(selectors, scope.parent) });
}

const sourceOf = (nodes: readonly ComponentValue[]): string => stringify([[...nodes]]).trim();

/** At-rules around rules that apply in some clients only. */
const conditionalGroups = new Set(['container', '-moz-document', 'document', 'scope', 'starting-style']);

const isKeyframes = (name: string): boolean => /^(?:-webkit-)?keyframes$/.test(name);

function declareKeyframes(prelude: string, block: readonly ComponentValue[], { keyframes }: Scope): void {
  const frames: Frame[] = [];
  let selectors: ComponentValue[] = [];
  for (const node of block) {
    if (isBlock(node)) {
      frames.push(...readFrames(sourceOf(selectors), sourceOf(node.value), node.value));
      selectors = [];
    } else selectors.push(node);
  }
  keyframes.set(prelude.replace(/^["']|["']$/g, '').toLowerCase(), frames);
}

/** Reads `@property --name`. Without a syntax, it has no effect. */
function declareVariable(name: string, block: readonly ComponentValue[], { variables }: Scope): void {
  const descriptors = new Map(
    splitAt(block, isTokenSemicolon).map((nodes) => {
      const colon = nodes.findIndex((node) => isToken(node, isTokenColon));
      return [sourceOf(nodes.slice(0, colon)).toLowerCase(), sourceOf(nodes.slice(colon + 1))];
    }),
  );
  const value = descriptors.get('initial-value');
  if (value !== undefined && descriptors.has('syntax') && descriptors.has('inherits'))
    variables.set(name, value);
}

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
  if (isKeyframes(name)) declareKeyframes(prelude, block, scope);
  if (name === 'property') declareVariable(prelude, block, scope);
  const limit = name === 'scope' && scope.parent === undefined ? limitOf(prelude) : undefined;
  if (limit) {
    const condition = joinConditions(scope.condition, readingConditions);
    return readRules(block, { ...scope, condition, limit: (selector) => scope.limit(limit(selector)) });
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
