import { isObject } from '../core/is-object';
import { toStoredValue } from './stored-names';
import type { AttributeAt, AttributePath, AttributeValues, Narrowed } from './attribute-path';

/** Assigns the placeholders of one expression, so that no two parts use the same placeholder. */
export interface Placeholders {
  /**
   * Returns `#status` for `status`, and `#attempt.#owner` for `attempt.owner`, because a name may be a reserved word.
   */
  name: (path: string) => string;
  value: (value: unknown) => string;
}

/**
 * A condition for a write, or a filter for a query. DynamoDB checks the condition as part of the write. If the
 * condition is false, the write returns a value instead of throwing.
 */
export interface Condition<T = unknown> {
  /** The condition in DynamoDB's syntax. */
  expression: (placeholders: Placeholders) => string;
  /** Evaluates the condition for a record in memory, with the same result as DynamoDB. */
  matches: (record: T) => boolean;
}

/**
 * TypeScript takes the record type of a condition from the context: the key of the write, or an annotation. The type is
 * never inferred from the arguments, so a misspelled attribute does not compile.
 */

/** Excludes undefined, because the table contains no undefined values and a comparison with undefined never matches. */
type Defined<Value> = Exclude<Value, undefined>;

/** DynamoDB orders only strings and numbers. */
type Comparable<Value> = Narrowed<string | number, Value>;

export const is = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  value: Defined<AttributeAt<T, Path>>,
): Condition<T> => comparison(path, '=', value, (found) => isEqual(found, value));

export const isNot = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  value: Defined<AttributeAt<T, Path>>,
): Condition<T> => comparison(path, '<>', value, (found) => !isEqual(found, value));

export const atMost = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  value: Comparable<AttributeAt<T, Path>>,
): Condition<T> =>
  comparison(path, '<=', value, (found) => compareValues(found, value, (difference) => difference <= 0));

export const atLeast = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  value: Comparable<AttributeAt<T, Path>>,
): Condition<T> =>
  comparison(path, '>=', value, (found) => compareValues(found, value, (difference) => difference >= 0));

export const lessThan = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  value: Comparable<AttributeAt<T, Path>>,
): Condition<T> =>
  comparison(path, '<', value, (found) => compareValues(found, value, (difference) => difference < 0));

export const greaterThan = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  value: Comparable<AttributeAt<T, Path>>,
): Condition<T> =>
  comparison(path, '>', value, (found) => compareValues(found, value, (difference) => difference > 0));

export const isOneOf = <T, Path extends AttributePath<T> = AttributePath<T>>(
  path: Path,
  values: readonly Defined<AttributeAt<T, Path>>[],
): Condition<T> => ({
  expression: (placeholders) =>
    `${placeholders.name(path)} IN (${values.map((value) => placeholders.value(toStoredValue(path, value))).join(', ')})`,
  matches: (record) => values.some((value) => isEqual(attributeOf(record, path), value)),
});

export const attributeNotExists = <T>(path: AttributePath<NoInfer<T>>): Condition<T> => isAbsent(path);

export const attributeExists = <T>(path: AttributePath<NoInfer<T>>): Condition<T> => ({
  expression: ({ name }) => `attribute_exists(${name(path)})`,
  matches: (record) => attributeOf(record, path) !== undefined,
});

/** Matches a string that contains `value`, or a set with this member. */
export const attributeContains = <T>(path: AttributePath<NoInfer<T>>, value: string): Condition<T> => ({
  expression: (placeholders) => `contains(${placeholders.name(path)}, ${placeholders.value(value)})`,
  matches: (record) => {
    const found = attributeOf(record, path);
    return found instanceof Set ? found.has(value) : typeof found === 'string' && found.includes(value);
  },
});

export const beginsWith = <T>(path: AttributePath<NoInfer<T>>, prefix: string): Condition<T> => ({
  expression: (placeholders) => `begins_with(${placeholders.name(path)}, ${placeholders.value(prefix)})`,
  matches: (record) => {
    const found = attributeOf(record, path);
    return typeof found === 'string' && found.startsWith(prefix);
  },
});

export const isString = <T>(path: AttributePath<NoInfer<T>>): Condition<T> => ({
  expression: (placeholders) => `attribute_type(${placeholders.name(path)}, ${placeholders.value('S')})`,
  matches: (record) => typeof attributeOf(record, path) === 'string',
});

export const all = <T>(...conditions: readonly Condition<NoInfer<T>>[]): Condition<T> => ({
  expression: joinConditions(conditions, 'AND'),
  matches: (record) => conditions.every((condition) => condition.matches(record)),
});

export const any = <T>(...conditions: readonly Condition<NoInfer<T>>[]): Condition<T> => ({
  expression: joinConditions(conditions, 'OR'),
  matches: (record) => conditions.some((condition) => condition.matches(record)),
});

/** Adds parentheses only if there are several parts, because DynamoDB rejects redundant and empty parentheses. */
const joinConditions =
  <T>(conditions: readonly Condition<T>[], word: 'AND' | 'OR'): Condition<T>['expression'] =>
  (placeholders) => {
    const [first = '', ...rest] = conditions
      .map((condition) => condition.expression(placeholders))
      .filter(Boolean);
    return rest.length > 0
      ? [first, ...rest].map((expression) => `(${expression})`).join(` ${word} `)
      : first;
  };

export const not = <T>(condition: Condition<NoInfer<T>>): Condition<T> => ({
  expression: (placeholders) => `NOT (${condition.expression(placeholders)})`,
  matches: (record) => !condition.matches(record),
});

/** Matches if the record does not exist. */
export const ifAbsent = attributeNotExists<unknown>('pk');

/** Matches if the record exists. Without this condition, an update creates a missing record. */
export const ifPresent = attributeExists<unknown>('pk');

/** Matches if the attributes still have the values that were read. An attribute that was undefined must be absent. */
export const unchanged = <T>(seen: AttributeValues<NoInfer<T>>): Condition<T> =>
  all(
    ...Object.entries(seen).map(([path, value]): Condition<T> =>
      value === undefined ? isAbsent(path) : comparison(path, '=', value, (found) => isEqual(found, value)),
    ),
  );

function isAbsent<T>(path: string): Condition<T> {
  return {
    expression: ({ name }) => `attribute_not_exists(${name(path)})`,
    matches: (record) => attributeOf(record, path) === undefined,
  };
}

const comparison = <T>(
  path: string,
  operator: string,
  value: unknown,
  matches: (found: unknown) => boolean,
): Condition<T> => ({
  expression: (placeholders) =>
    `${placeholders.name(path)} ${operator} ${placeholders.value(toStoredValue(path, value))}`,
  matches: (record) => matches(attributeOf(record, path)),
});

const attributeOf = (record: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), record);

function isEqual(found: unknown, value: unknown): boolean {
  if (found instanceof Set && value instanceof Set)
    return found.size === value.size && [...found].every((member) => value.has(member));
  return found === value;
}

/**
 * Compares two values. A value is neither less nor greater than a value of another type. Strings are compared by their
 * UTF-8 bytes.
 */
function compareValues(
  found: unknown,
  value: string | number,
  accepts: (difference: number) => boolean,
): boolean {
  if (typeof found === 'number' && typeof value === 'number') return accepts(found - value);
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  return accepts(Buffer.compare(Buffer.from(found), Buffer.from(value)));
}
