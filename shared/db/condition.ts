/** Hands out the placeholders of one expression, so that no two parts of it can take each other's. */
export interface Placeholders {
  /** `status` is `#status`, `attempt.owner` is `#attempt.#owner`: no name can be one of DynamoDB's reserved words. */
  name: (path: string) => string;
  value: (value: unknown) => string;
}

/**
 * What must hold for a write to happen, or of a record to be found. The check is in the write, and a lost race is a
 * return value.
 */
export interface Condition {
  /** As DynamoDB reads it. */
  text: (write: Placeholders) => string;
  /** Whether it holds for a record that is at hand, as DynamoDB would judge. */
  holds: (record: object) => boolean;
}

export const is = (path: string, value: unknown): Condition =>
  compared(path, '=', value, (found) => isSame(found, value));

export const isNot = (path: string, value: unknown): Condition =>
  compared(path, '<>', value, (found) => !isSame(found, value));

export const atMost = (path: string, value: string | number): Condition =>
  compared(path, '<=', value, (found) => order(found, value, (difference) => difference <= 0));

export const atLeast = (path: string, value: string | number): Condition =>
  compared(path, '>=', value, (found) => order(found, value, (difference) => difference >= 0));

export const below = (path: string, value: string | number): Condition =>
  compared(path, '<', value, (found) => order(found, value, (difference) => difference < 0));

export const above = (path: string, value: string | number): Condition =>
  compared(path, '>', value, (found) => order(found, value, (difference) => difference > 0));

export const isOneOf = (path: string, values: readonly string[]): Condition => ({
  text: (write) => `${write.name(path)} IN (${values.map((value) => write.value(value)).join(', ')})`,
  holds: (record) => values.some((value) => isSame(attributeOf(record, path), value)),
});

export const absent = (path: string): Condition => ({
  text: ({ name }) => `attribute_not_exists(${name(path)})`,
  holds: (record) => attributeOf(record, path) === undefined,
});

export const present = (path: string): Condition => ({
  text: ({ name }) => `attribute_exists(${name(path)})`,
  holds: (record) => attributeOf(record, path) !== undefined,
});

/** A text that has this in it, or a set that has this member. */
export const has = (path: string, value: string): Condition => ({
  text: (write) => `contains(${write.name(path)}, ${write.value(value)})`,
  holds: (record) => {
    const found = attributeOf(record, path);
    return found instanceof Set ? found.has(value) : typeof found === 'string' && found.includes(value);
  },
});

export const begins = (path: string, prefix: string): Condition => ({
  text: (write) => `begins_with(${write.name(path)}, ${write.value(prefix)})`,
  holds: (record) => {
    const found = attributeOf(record, path);
    return typeof found === 'string' && found.startsWith(prefix);
  },
});

export const isText = (path: string): Condition => ({
  text: (write) => `attribute_type(${write.name(path)}, ${write.value('S')})`,
  holds: (record) => typeof attributeOf(record, path) === 'string',
});

export const all = (...conditions: readonly Condition[]): Condition => ({
  text: joined(conditions, 'AND'),
  holds: (record) => conditions.every((condition) => condition.holds(record)),
});

export const any = (...conditions: readonly Condition[]): Condition => ({
  text: joined(conditions, 'OR'),
  holds: (record) => conditions.some((condition) => condition.holds(record)),
});

/** DynamoDB refuses parentheses around what has some already, and around nothing. */
const joined =
  (conditions: readonly Condition[], word: 'AND' | 'OR'): Condition['text'] =>
  (write) => {
    const [first = '', ...others] = conditions.map((condition) => condition.text(write)).filter(Boolean);
    return others.length > 0 ? [first, ...others].map((text) => `(${text})`).join(` ${word} `) : first;
  };

export const not = (condition: Condition): Condition => ({
  text: (write) => `NOT (${condition.text(write)})`,
  holds: (record) => !condition.holds(record),
});

/** There is no such record yet. */
export const ifAbsent = absent('pk');

/** There is such a record: an update would make one otherwise. */
export const ifPresent = present('pk');

/** Nobody has changed these attributes since they were read; what was absent is absent still. */
export const unchanged = (seen: Readonly<Record<string, unknown>>): Condition =>
  all(...Object.entries(seen).map(([path, value]) => (value === undefined ? absent(path) : is(path, value))));

const compared = (
  path: string,
  operator: string,
  value: unknown,
  holds: (found: unknown) => boolean,
): Condition => ({
  text: (write) => `${write.name(path)} ${operator} ${write.value(value)}`,
  holds: (record) => holds(attributeOf(record, path)),
});

const attributeOf = (record: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      record,
    );

function isSame(found: unknown, value: unknown): boolean {
  if (found instanceof Set && value instanceof Set)
    return found.size === value.size && [...found].every((member) => value.has(member));
  return found === value;
}

/** What is of another type is neither above nor below. Texts compare by the bytes of UTF-8. */
function order(found: unknown, value: string | number, holds: (difference: number) => boolean): boolean {
  if (typeof found === 'number' && typeof value === 'number') return holds(found - value);
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  return holds(Buffer.compare(Buffer.from(found), Buffer.from(value)));
}
