import type { Unresolved } from './declarations';
import { initialValues, inheritedProperties } from './inherited-properties';
import {
  isProperty,
  type Declared,
  type GlobalKeyword,
  type Property,
  type PropertyValue,
} from './properties';
import type { VariableReader, Variables } from './variables';
import type { WeightedDeclaration } from './weights';

interface Computed {
  declared: Declared;
  variables: Variables;
}

/**
 * Applies the cascade. Without `inherit`, `initial` and `unset`: a property that returns to what it inherits has no
 * declaration, and one that returns to its initial value has that of `initialValues`.
 */
export function cascade(
  declarations: readonly WeightedDeclaration[],
  parent: Computed,
  reader: VariableReader,
): Computed {
  const winners = new Map<WeightedDeclaration['property'], WeightedDeclaration>();
  for (const declaration of declarations) {
    const winner = winners.get(declaration.property);
    if (!winner || declaration.weight >= winner.weight) winners.set(declaration.property, declaration);
  }
  const variables = reader.variablesOf(ownVariables(winners.values()), parent.variables);
  const declared: [Property, unknown][] = [];
  for (const { property, value } of winners.values()) {
    if (!isProperty(property)) continue;
    const known = isUnresolved(value) ? reader.valueOf(property, value, variables) : value;
    declared.push([property, resolveGlobal(property, known ?? { keyword: 'unset' }, parent.declared)]);
  }
  return {
    declared: Object.fromEntries(declared.filter(([, value]) => value !== undefined)),
    variables,
  };
}

function ownVariables(winners: Iterable<WeightedDeclaration>): ReadonlyMap<string, Unresolved> {
  const own = new Map<string, Unresolved>();
  for (const { property, value } of winners)
    if (!isProperty(property) && isUnresolved(value)) own.set(property, value);
  return own;
}

const isUnresolved = (value: WeightedDeclaration['value']): value is Unresolved =>
  typeof value === 'object' && 'nodes' in value;

const isGlobal = (value: PropertyValue): value is GlobalKeyword =>
  typeof value === 'object' && 'keyword' in value;

function resolveGlobal(property: Property, value: PropertyValue, parent: Declared): unknown {
  if (!isGlobal(value)) return value;
  if (inheritedProperties.has(property))
    return value.keyword === 'initial' ? initialValues[property] : undefined;
  return value.keyword === 'inherit' ? parent[property] : property === 'display' ? 'inline' : undefined;
}
