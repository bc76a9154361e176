import {
  isSimpleBlockNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
  parseListOfComponentValues,
  type ComponentValue,
} from '@csstools/css-parser-algorithms';
import { isTokenColon, isTokenDelim, isTokenSemicolon, tokenize } from '@csstools/css-tokenizer';
import { keywordOf, significantNodes } from './css-values';
import { hasVariable, type Property, type PropertyValue } from './properties';
import { propertiesOf, readProperty } from './shorthands';
import { mayBeUncomputed } from './uncomputed';
import { TooComplexError } from './too-complex';

/** A property of CSS, or a variable. */
export type Name = Property | `--${string}`;

/** A value with variables, or the value of a variable, which are known only for an element. */
export interface Unresolved {
  /** The name in the declaration, which may set several properties. */
  name: string;
  nodes: readonly ComponentValue[];
}

export interface Declaration {
  property: Name;
  value: PropertyValue | Unresolved;
  isImportant: boolean;
}

/** The maximum length of all style sheets. Gmail ignores style sheets of more than 8,192 characters. */
export const cssLengthMax = 100_000;

export function parseCss(css: string): ComponentValue[] {
  if (css.length > cssLengthMax) throw new TooComplexError('The style sheet is too long');
  const tokens = tokenize({ css });
  try {
    return parseListOfComponentValues(tokens);
  } catch (error) {
    throw new TooComplexError('The style sheet is nested too deep', { cause: error });
  }
}

/**
 * Reads the declarations that can hide text, as CSS does: without those that are not valid, or that a later one
 * replaces.
 */
export function readDeclarations(nodes: readonly ComponentValue[]): Declaration[] {
  const last = new Map<string, Declaration>();
  for (const declaration of splitAt(nodes, isTokenSemicolon).flatMap(readDeclaration))
    last.set(`${declaration.property} ${declaration.isImportant}`, declaration);
  return [...last.values()];
}

function readDeclaration(nodes: readonly ComponentValue[]): Declaration[] {
  const [nameNode, colon, ...rest] = nodes.filter((node) => !isWhiteSpaceOrCommentNode(node));
  const name = keywordOf(nameNode);
  if (nameNode === undefined || name === undefined || !isToken(colon, isTokenColon)) return [];
  const isImportant = isDelim(rest.at(-2), '!') && keywordOf(rest.at(-1)) === 'important';
  const value = isImportant ? rest.slice(0, -2) : rest;
  if (isVariable(nodes)) {
    const property = `--${nameNode.toString().slice(2)}` as const;
    return [{ property, value: { name: property, nodes: value }, isImportant }];
  }
  if (value.some(isSimpleBlockNode)) return [];
  if (hasVariable(value))
    return [...propertiesOf(name), ...(mayBeUncomputed(name) ? (['uncomputed'] as const) : [])].map(
      (property) => ({ property, value: { name, nodes: value }, isImportant }),
    );
  return readProperty(name, significantNodes(value)).map((read) => ({ ...read, isImportant }));
}

/** Whether the nodes start with the name of a variable. */
export const isVariable = (nodes: readonly ComponentValue[]): boolean => {
  const [name, colon] = nodes.filter((node) => !isWhiteSpaceOrCommentNode(node));
  return (keywordOf(name) ?? '').startsWith('--') && isToken(colon, isTokenColon);
};

type TokenTest = (token: Parameters<typeof isTokenSemicolon>[0]) => boolean;

export const isToken = (node: ComponentValue | undefined, test: TokenTest): boolean =>
  isTokenNode(node) && test(node.value);

const isDelim = (node: ComponentValue | undefined, delimiter: string): boolean =>
  isTokenNode(node) && isTokenDelim(node.value) && node.value[4].value === delimiter;

export function splitAt(nodes: readonly ComponentValue[], test: TokenTest): ComponentValue[][] {
  const pieces: ComponentValue[][] = [[]];
  for (const node of nodes) {
    if (isToken(node, test)) pieces.push([]);
    else pieces.at(-1)?.push(node);
  }
  return pieces;
}
