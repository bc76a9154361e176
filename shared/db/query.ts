import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IndexName } from '../core/needs';
import type { Condition } from './condition';
import { buildCondition } from './update';

/** What each index is grouped and sorted by (lib/stacks/data.ts). */
const indexes = {
  byStatus: ['statusKey', 'sk'],
  byDue: ['dueKey', 'dueAt'],
  byTime: ['timeKey', 'timeAt'],
  byWaiting: ['waitingKey', 'waitingAt'],
} as const satisfies Record<IndexName, readonly [string, string]>;

/** A query of the table, or of one of its indexes. */
export type Query = Omit<QueryCommandInput, 'TableName'>;

/** Which records of a partition, by what they are sorted by; all of them unless it says otherwise. */
export interface SortKeyRange {
  /** Only what sorts before it. */
  before?: string | undefined;
  /** Only what sorts after it. */
  after?: string | undefined;
  /** Only what sorts before it, or is it. */
  upTo?: string | undefined;
  /** Only what begins so. */
  beginsWith?: string;
  /** Only from the first to the second, both included. */
  between?: readonly [string, string];
  /** The last of the order comes first. */
  descending?: boolean;
  /** Records that are read at once. */
  pageSize?: number;
}

/** The records of a partition. */
export const partitionQuery = (pk: string, range: SortKeyRange = {}): Query =>
  buildQuery(['pk', 'sk'], pk, range);

/** The records that an index has under a key: it shows them a moment after they were written. */
export const indexQuery = (index: IndexName, key: string, range: SortKeyRange = {}): Query => ({
  IndexName: index,
  ...buildQuery(indexes[index], key, range),
});

function buildQuery([partition, sort]: readonly [string, string], key: string, range: SortKeyRange): Query {
  const { expression, values } = sortKeyCondition(sort, range);
  return {
    KeyConditionExpression: `${partition} = :key${expression && ` AND ${expression}`}`,
    ExpressionAttributeValues: { ':key': key, ...values },
    ...(range.descending && { ScanIndexForward: false }),
    ...(range.pageSize !== undefined && { Limit: range.pageSize }),
  };
}

function sortKeyCondition(sort: string, { before, after, upTo, beginsWith, between }: SortKeyRange) {
  if (before !== undefined) return { expression: `${sort} < :before`, values: { ':before': before } };
  if (after !== undefined) return { expression: `${sort} > :after`, values: { ':after': after } };
  if (upTo !== undefined) return { expression: `${sort} <= :upTo`, values: { ':upTo': upTo } };
  if (beginsWith !== undefined)
    return { expression: `begins_with(${sort}, :beginning)`, values: { ':beginning': beginsWith } };
  if (between)
    return {
      expression: `${sort} BETWEEN :from AND :to`,
      values: { ':from': between[0], ':to': between[1] },
    };
  return { expression: '', values: {} };
}

/** Only the records for which the condition holds. The others are read all the same, and cost as much. */
export function withFilter<T>(query: Query, condition: Condition<T>): Query {
  const {
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  } = buildCondition(condition);
  if (!ConditionExpression) return query;
  return {
    ...query,
    FilterExpression: ConditionExpression,
    ...(names && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...values },
  };
}
