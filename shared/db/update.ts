import type { AttributeAt, AttributePath, AttributeValues, Narrowed } from './attribute-path';
import type { Condition, Placeholders } from './condition';
import { toStoredPath, toStoredValue } from './stored-names';

/** Values for those attributes that are of one of these types. */
type ValuesOf<T, Type> = {
  readonly [Path in AttributePath<T> as PathTo<T, Path, Type>]?:
    Narrowed<Type, AttributeAt<T, Path>> | undefined;
};

type PathTo<T, Path extends string, Type> = [Narrowed<Type, AttributeAt<T, Path>>] extends [never]
  ? never
  : Path;

/** What a write does to a record of this type, by attribute; a nested one is `attempt.owner`. */
export interface Changes<T> {
  /** What is undefined stays as it is. */
  set?: AttributeValues<T>;
  /** Only where the attribute is not there yet. */
  setIfAbsent?: AttributeValues<T>;
  /** The attribute becomes what another one is. */
  copy?: { readonly [Path in AttributePath<T>]?: AttributePath<T> };
  /** A number is added, the members of a set are put in. */
  add?: ValuesOf<T, number | ReadonlySet<unknown>>;
  /** The members of a set are taken out. */
  deleteFromSet?: ValuesOf<T, ReadonlySet<unknown>>;
  remove?: readonly AttributePath<T>[];
}

/** A write as DynamoDB takes it, in an update or a transaction. */
export interface Expression {
  UpdateExpression: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** The changes as one expression, written only where the condition holds. */
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

/** A condition alone, of a put or a deletion. */
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

/** DynamoDB refuses a set without members, and putting nobody in or out changes nothing. */
const isEmptySet = (value: unknown): boolean => value instanceof Set && value.size === 0;

const formatClause = (keyword: string, parts: readonly string[]): string =>
  parts.length > 0 ? `${keyword} ${parts.join(', ')}` : '';

function createPlaceholders() {
  const names = new Map<string, string>();
  const values = new Map<string, unknown>();
  // Names that others have given may have any letter and be long; a placeholder may not, for an expression has 4 KB.
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
  // DynamoDB refuses an empty list of either.
  const attributes = () => ({
    ...(names.size > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  });
  return { write: placeholders, attributes };
}
