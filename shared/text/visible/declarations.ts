import {
  isSimpleBlockNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
  parseListOfComponentValues,
  type ComponentValue,
} from '@csstools/css-parser-algorithms';
import { isTokenColon, isTokenDelim, isTokenSemicolon, tokenize } from '@csstools/css-tokenizer';
import { keywordOf, significantNodes } from './css-values';
import { readProperty, type Property, type PropertyValue } from './properties';
import { TooComplexError } from './too-complex';

export interface Declaration {
  property: Property;
  value: PropertyValue;
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
  const [name, colon, ...rest] = nodes.filter((node) => !isWhiteSpaceOrCommentNode(node));
  const property = keywordOf(name);
  if (property === undefined || !isToken(colon, isTokenColon) || rest.some(isSimpleBlockNode)) return [];
  const isImportant = isDelim(rest.at(-2), '!') && keywordOf(rest.at(-1)) === 'important';
  const value = significantNodes(isImportant ? rest.slice(0, -2) : rest);
  return readProperty(property, value).map((read) => ({ ...read, isImportant }));
}

type TokenTest = (token: Parameters<typeof isTokenSemicolon>[0]) => boolean;

const isToken = (node: ComponentValue | undefined, test: TokenTest): boolean =>
  isTokenNode(node) && test(node.value);

const isDelim = (node: ComponentValue | undefined, delimiter: string): boolean =>
  isTokenNode(node) && isTokenDelim(node.value) && node.value[4].value === delimiter;

function splitAt(nodes: readonly ComponentValue[], test: TokenTest): ComponentValue[][] {
  const pieces: ComponentValue[][] = [[]];
  for (const node of nodes) {
    if (isToken(node, test)) pieces.push([]);
    else pieces.at(-1)?.push(node);
  }
  return pieces;
}
