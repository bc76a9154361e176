import type { AttributeAt, AttributePath, AttributeValues, Narrowed } from './attribute-path';
import type { Condition, Placeholders } from './condition';
import { toStoredPath, toStoredValue } from './stored-names';

/** Values for the attributes that are of type `Type`. */
type ValuesOf<T, Type> = {
  readonly [Path in AttributePath<T> as PathTo<T, Path, Type>]?:
    Narrowed<Type, AttributeAt<T, Path>> | undefined;
};

type PathTo<T, Path extends string, Type> = [Narrowed<Type, AttributeAt<T, Path>>] extends [never]
  ? never
  : Path;

/** The changes of a write to a record of this type, by attribute path, such as `attempt.owner`. */
export interface Changes<T> {
  /** Sets attributes. Undefined values do not change the attribute. */
  set?: AttributeValues<T>;
  /** Sets only attributes that do not exist. */
  setIfAbsent?: AttributeValues<T>;
  /** Sets the attribute to the value of another attribute. */
  copy?: { readonly [Path in AttributePath<T>]?: AttributePath<T> };
  /** Adds to a number, or adds members to a set. */
  add?: ValuesOf<T, number | ReadonlySet<unknown>>;
  /** Removes members from a set. */
  deleteFromSet?: ValuesOf<T, ReadonlySet<unknown>>;
  remove?: readonly AttributePath<T>[];
}

/** The expressions of a write, for an update or a transaction. */
export interface Expression {
  UpdateExpression: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** Builds the expressions for the changes and their condition. */
export function buildUpdate<T>(changes: Changes<T>, condition?: Condition<T>): Expression {
  const expression = createPlaceholders();
  const UpdateExpression = buildClauses(changes, expression.write).join(' ');
  const ConditionExpression = condition?.expression(expression.write);
  return {
    UpdateExpression,
    ...(ConditionExpression && { ConditionExpression }),
    ...expression.attributes(),
  };
}

/** Builds the expression of a condition without changes, for a put or a delete. */
export function buildCondition<T>(condition: Condition<T> | undefined): Omit<Expression, 'UpdateExpression'> {
  const expression = createPlaceholders();
  const ConditionExpression = condition?.expression(expression.write);
  return { ...(ConditionExpression && { ConditionExpression }), ...expression.attributes() };
}

function buildClauses<T>(
  { set = {}, setIfAbsent = {}, copy = {}, add = {}, deleteFromSet = {}, remove = [] }: Changes<T>,
  placeholders: Placeholders,
) {
  const assignments = [
    ...definedEntries(set).map(
      ([path, value]) => `${placeholders.name(path)} = ${placeholders.value(toStoredValue(path, value))}`,
    ),
    ...definedEntries(setIfAbsent).map(([path, value]) => {
      const name = placeholders.name(path);
      return `${name} = if_not_exists(${name}, ${placeholders.value(toStoredValue(path, value))})`;
    }),
    ...definedEntries(copy).map(
      ([path, from]) => `${placeholders.name(path)} = ${placeholders.name(String(from))}`,
    ),
  ];
  const pairs = (values: object) =>
    definedEntries(values).map(([path, value]) => `${placeholders.name(path)} ${placeholders.value(value)}`);
  return [
    formatClause('SET', assignments),
    formatClause('ADD', pairs(add)),
    formatClause('DELETE', pairs(deleteFromSet)),
    formatClause(
      'REMOVE',
      remove.map((path: string) => placeholders.name(path)),
    ),
  ].filter((text) => text !== '');
}

const definedEntries = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined && !isEmptySet(value));

/**
 * Whether the value is an empty set. DynamoDB rejects empty sets, and adding or removing no members changes nothing.
 */
const isEmptySet = (value: unknown): boolean => value instanceof Set && value.size === 0;

const formatClause = (keyword: string, parts: readonly string[]): string =>
  parts.length > 0 ? `${keyword} ${parts.join(', ')}` : '';

function createPlaceholders() {
  const names = new Map<string, string>();
  const values = new Map<string, unknown>();
  // Users choose some names, which can have any characters and any length. Placeholders are short because an expression
  // can have at most 4 KB.
  const placeholderOf = (part: string): string => {
    if (/^[a-z][a-z0-9]{0,14}$/i.test(part)) return `#${part}`;
    const existing = [...names].find(([, name]) => name === part);
    return existing?.[0] ?? `#_${names.size}`;
  };
  const placeholders: Placeholders = {
    name: (path) =>
      toStoredPath(path)
        .split('.')
        .map((part) => {
          const placeholder = placeholderOf(part);
          names.set(placeholder, part);
          return placeholder;
        })
        .join('.'),
    value: (value) => {
      const placeholder = `:v${values.size}`;
      values.set(placeholder, value);
      return placeholder;
    },
  };
  // DynamoDB rejects these attributes if they are empty objects.
  const attributes = () => ({
    ...(names.size > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  });
  return { write: placeholders, attributes };
}
