/** Hands out the placeholders of one expression, so that no two parts of it can take each other's. */
export interface Placeholders {
  /** `status` is `#status`, `attempt.owner` is `#attempt.#owner`: no name can be one of DynamoDB's reserved words. */
  name: (path: string) => string;
  value: (value: unknown) => string;
}

/** What must hold for a write to happen. The check is in the write, and a lost race is a return value. */
export type Condition = (write: Placeholders) => string;

export const is =
  (path: string, value: unknown): Condition =>
  (write) =>
    `${write.name(path)} = ${write.value(value)}`;

export const isNot =
  (path: string, value: unknown): Condition =>
  (write) =>
    `${write.name(path)} <> ${write.value(value)}`;

export const atMost =
  (path: string, value: string | number): Condition =>
  (write) =>
    `${write.name(path)} <= ${write.value(value)}`;

export const atLeast =
  (path: string, value: string | number): Condition =>
  (write) =>
    `${write.name(path)} >= ${write.value(value)}`;

export const below =
  (path: string, value: string | number): Condition =>
  (write) =>
    `${write.name(path)} < ${write.value(value)}`;

export const above =
  (path: string, value: string | number): Condition =>
  (write) =>
    `${write.name(path)} > ${write.value(value)}`;

export const isOneOf =
  (path: string, values: readonly string[]): Condition =>
  (write) =>
    `${write.name(path)} IN (${values.map((value) => write.value(value)).join(', ')})`;

export const absent =
  (path: string): Condition =>
  ({ name }) =>
    `attribute_not_exists(${name(path)})`;

export const present =
  (path: string): Condition =>
  ({ name }) =>
    `attribute_exists(${name(path)})`;

export const all = (...conditions: readonly Condition[]): Condition => joined(conditions, 'AND');

export const any = (...conditions: readonly Condition[]): Condition => joined(conditions, 'OR');

/** DynamoDB refuses parentheses around what has some already, and around nothing. */
const joined =
  (conditions: readonly Condition[], word: 'AND' | 'OR'): Condition =>
  (write) => {
    const [first = '', ...others] = conditions.map((condition) => condition(write)).filter(Boolean);
    return others.length > 0 ? [first, ...others].map((text) => `(${text})`).join(` ${word} `) : first;
  };

export const not =
  (condition: Condition): Condition =>
  (write) =>
    `NOT (${condition(write)})`;

/** There is no such record yet. */
export const ifAbsent = absent('pk');

/** There is such a record: an update would make one otherwise. */
export const ifPresent = present('pk');

/** Nobody has changed these attributes since they were read; what was absent is absent still. */
export const unchanged = (seen: Readonly<Record<string, unknown>>): Condition =>
  all(...Object.entries(seen).map(([path, value]) => (value === undefined ? absent(path) : is(path, value))));
