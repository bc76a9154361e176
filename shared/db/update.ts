import type { Condition, Placeholders } from './condition';

/** What a write does to a record, by attribute; a nested one is `attempt.owner`. */
export interface Changes {
  /** What is undefined stays as it is. */
  set?: object;
  /** Only where the attribute is not there yet. */
  setOnce?: object;
  /** The attribute becomes what another one is. */
  copy?: Readonly<Record<string, string>>;
  /** A number is added, the members of a set are put in. */
  add?: Readonly<Record<string, number | ReadonlySet<string>>>;
  /** The members of a set are taken out. */
  takeOut?: Readonly<Record<string, ReadonlySet<string>>>;
  remove?: readonly string[];
}

/** A write as DynamoDB takes it, in an update or a transaction. */
export interface Expression {
  UpdateExpression: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** The changes as one expression, written only where the condition holds. */
export function updateOf(changes: Changes, condition?: Condition): Expression {
  const used = placeholders();
  const UpdateExpression = clausesOf(changes, used.write).join(' ');
  const ConditionExpression = condition?.text(used.write);
  return { UpdateExpression, ...(ConditionExpression && { ConditionExpression }), ...used.attributes() };
}

/** A condition alone, of a put or a deletion. */
export function conditionOf(condition: Condition | undefined): Omit<Expression, 'UpdateExpression'> {
  const used = placeholders();
  const ConditionExpression = condition?.text(used.write);
  return { ...(ConditionExpression && { ConditionExpression }), ...used.attributes() };
}

function clausesOf(
  { set = {}, setOnce = {}, copy = {}, add = {}, takeOut = {}, remove = [] }: Changes,
  write: Placeholders,
) {
  const assignments = [
    ...given(set).map(([path, value]) => `${write.name(path)} = ${write.value(value)}`),
    ...given(setOnce).map(([path, value]) => {
      const name = write.name(path);
      return `${name} = if_not_exists(${name}, ${write.value(value)})`;
    }),
    ...Object.entries(copy).map(([path, from]) => `${write.name(path)} = ${write.name(from)}`),
  ];
  const pairs = (values: object) =>
    given(values).map(([path, value]) => `${write.name(path)} ${write.value(value)}`);
  return [
    clause('SET', assignments),
    clause('ADD', pairs(add)),
    clause('DELETE', pairs(takeOut)),
    clause('REMOVE', remove.map(write.name)),
  ].filter((text) => text !== '');
}

const given = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined && !isEmptySet(value));

/** DynamoDB refuses a set without members, and putting nobody in or out changes nothing. */
const isEmptySet = (value: unknown): boolean => value instanceof Set && value.size === 0;

const clause = (keyword: string, parts: readonly string[]): string =>
  parts.length > 0 ? `${keyword} ${parts.join(', ')}` : '';

function placeholders() {
  const names = new Map<string, string>();
  const values = new Map<string, unknown>();
  // Names that others have given may have any letter and be long; a placeholder may not, for an expression has 4 KB.
  const placeholderOf = (part: string): string => {
    if (/^[a-z][a-z0-9]{0,14}$/i.test(part)) return `#${part}`;
    const known = [...names].find(([, name]) => name === part);
    return known?.[0] ?? `#_${names.size}`;
  };
  const write: Placeholders = {
    name: (path) =>
      path
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
  return { write, attributes };
}
