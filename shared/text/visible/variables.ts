import { isFunctionNode, isSimpleBlockNode, type ComponentValue } from '@csstools/css-parser-algorithms';
import { isTokenIdent } from '@csstools/css-tokenizer';
import { significantNodes } from './css-values';
import { isToken, parseCss, type Name, type Unresolved } from './declarations';
import { isComma } from './paint-values';
import { globalKeywordOf, type PropertyValue } from './properties';
import { readProperty } from './shorthands';
import { TooComplexError } from './too-complex';

/** The values of the variables of an element, as CSS. */
export type Variables = ReadonlyMap<string, string>;

type Lookup = (name: string) => string | undefined;

/** Limits that no real email reaches. Variables in variables can multiply their length. */
const [valueLengthMax, substitutionsMax] = [2_000, 100_000];

/** Reads values with variables. An email has one reader, which counts its work. */
export interface VariableReader {
  /** Returns the variables of an element, which inherits those of its parent. */
  variablesOf: (own: ReadonlyMap<string, Unresolved>, inherited: Variables) => Variables;
  /** Returns the value of the property. Undefined if the value is not valid, so that the declaration has no effect. */
  valueOf: (property: Name, value: Unresolved, variables: Variables) => PropertyValue | undefined;
}

export function variableReader(): VariableReader {
  let substitutions = 0;
  /** The values by property and CSS, because many elements have the same. */
  const values = new Map<string, PropertyValue | undefined>();
  const count = (): void => {
    substitutions += 1;
    if (substitutions > substitutionsMax) throw new TooComplexError('The email uses too many variables');
  };
  return {
    variablesOf: (own, inherited) => {
      if (own.size === 0) return inherited;
      const resolved = new Map(inherited);
      for (const name of own.keys()) resolved.delete(name);
      const pending = new Set<string>();
      const lookup: Lookup = (name) => {
        const declared = own.get(name);
        if (!declared || resolved.has(name)) return resolved.get(name);
        if (pending.has(name)) return undefined;
        pending.add(name);
        const value = ownValue(declared, inherited.get(name), lookup, count);
        if (value !== undefined) resolved.set(name, value);
        return value;
      };
      for (const name of own.keys()) lookup(name);
      return resolved;
    },
    valueOf: (property, { name, nodes }, variables) => {
      const css = substitute(nodes, (variable) => variables.get(variable), count);
      if (css === undefined) return undefined;
      const key = `${property} ${name}: ${css}`;
      if (!values.has(key)) values.set(key, readValue(property, name, css));
      return values.get(key);
    },
  };
}

const readValue = (property: Name, declared: Unresolved['name'], css: string): PropertyValue | undefined =>
  readProperty(declared, significantNodes(parseCss(css))).find((read) => read.property === property)?.value;

function ownValue({ nodes }: Unresolved, inherited: string | undefined, lookup: Lookup, count: () => void) {
  const global = globalKeywordOf(nodes)?.keyword;
  return global ? (global === 'initial' ? undefined : inherited) : substitute(nodes, lookup, count);
}

/** Replaces variables with their values. Undefined if one has neither a value nor a fallback. */
function substitute(nodes: readonly ComponentValue[], lookup: Lookup, count: () => void): string | undefined {
  count();
  let css = '';
  for (const node of nodes) {
    const part = substituteIn(node, lookup, count);
    if (part === undefined) return undefined;
    css += `${part} `;
    if (css.length > valueLengthMax) throw new TooComplexError('A variable is too long');
  }
  return css;
}

function substituteIn(node: ComponentValue, lookup: Lookup, count: () => void): string | undefined {
  if (!isFunctionNode(node) && !isSimpleBlockNode(node)) return node.toString();
  if (isFunctionNode(node) && /^(?:var|env)$/i.test(node.getName()))
    return substituteVariable(node.value, lookup, count);
  const inner = substitute(node.value, lookup, count);
  if (inner === undefined) return undefined;
  return isFunctionNode(node)
    ? `${node.getName()}(${inner})`
    : `${node.startToken[1]}${inner}${node.endToken[1]}`;
}

function substituteVariable(
  nodes: readonly ComponentValue[],
  lookup: Lookup,
  count: () => void,
): string | undefined {
  const name = nodes.find((node) => isToken(node, isTokenIdent))?.toString() ?? '';
  const comma = nodes.findIndex(isComma);
  return lookup(name) ?? (comma < 0 ? undefined : substitute(nodes.slice(comma + 1), lookup, count));
}
