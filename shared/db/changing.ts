import type { Condition, FullUpdate } from './table';

export interface Changes {
  /** What is undefined stays as it is. */
  set?: object;
  remove?: readonly string[];
}

/** The update that sets and removes whole attributes, where the condition holds. One of the two must not be empty. */
export function changing({ set = {}, remove = [] }: Changes, condition: Condition): FullUpdate {
  const entries = Object.entries(set).filter(([, value]) => value !== undefined);
  const names = entries.map(([name]) => name);
  const clauses = [
    ...(names.length > 0 ? [`SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.map((name) => `#${name}`).join(', ')}`] : []),
  ];
  return {
    UpdateExpression: clauses.join(' '),
    ConditionExpression: condition.expression,
    ExpressionAttributeNames: {
      ...condition.names,
      ...Object.fromEntries([...names, ...remove].map((name) => [`#${name}`, name])),
    },
    ...withValues({
      ...condition.values,
      ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
    }),
  };
}

/** DynamoDB refuses an empty list of values. */
const withValues = (values: Record<string, unknown>) =>
  Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {};
