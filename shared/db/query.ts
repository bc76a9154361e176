import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IndexName } from '../core/needs';
import type { Condition } from './condition';
import { buildCondition } from './update';

/** The partition key and the sort key of each index (lib/stacks/data.ts). */
const indexes = {
  byStatus: ['statusKey', 'sk'],
  byDue: ['dueKey', 'dueAt'],
  byTime: ['timeKey', 'timeAt'],
  byWaiting: ['waitingKey', 'waitingAt'],
} as const satisfies Record<IndexName, readonly [string, string]>;

/** A query of the table or one of its indexes. */
export type Query = Omit<QueryCommandInput, 'TableName'>;

/** A range of sort keys in a partition. By default, the range contains all records. */
export interface SortKeyRange {
  /** Only records that sort before this key. */
  before?: string | undefined;
  /** Only records that sort after this key. */
  after?: string | undefined;
  /** Only records up to this key, inclusive. */
  upTo?: string | undefined;
  /** Only records whose sort key has this prefix. */
  beginsWith?: string;
  /** Only records from the first to the second key, inclusive. */
  between?: readonly [string, string];
  /** Returns the records in reverse order. */
  descending?: boolean;
  /** The number of records to read per page. */
  pageSize?: number;
}

/** Returns a query for the records of a partition. */
export const partitionQuery = (pk: string, range: SortKeyRange = {}): Query =>
  buildQuery(['pk', 'sk'], pk, range);

/** Returns a query for the records under a key of an index. A record appears in an index a moment after the write. */
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

/**
 * Adds a filter to a query, which then returns only records that match the condition. DynamoDB also reads all other
 * records, at the same cost.
 */
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
