import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { IndexName } from '../core/needs';
import type { Condition } from './condition';
import { conditionOf } from './update';

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
export interface Range {
  /** Only what sorts before it. */
  before?: string | undefined;
  /** Only what sorts after it. */
  after?: string | undefined;
  /** Only what sorts before it, or is it. */
  upTo?: string | undefined;
  /** Only what begins so. */
  beginning?: string;
  /** Only from the first to the second, both included. */
  between?: readonly [string, string];
  /** The last of the order comes first. */
  lastFirst?: boolean;
  /** Records that are read at once. */
  pageSize?: number;
}

/** The records of a partition. */
export const inPartition = (pk: string, range: Range = {}): Query => queryOf(['pk', 'sk'], pk, range);

/** The records that an index has under a key: it shows them a moment after they were written. */
export const inIndex = (index: IndexName, key: string, range: Range = {}): Query => ({
  IndexName: index,
  ...queryOf(indexes[index], key, range),
});

function queryOf([partition, sort]: readonly [string, string], key: string, range: Range): Query {
  const { test, values } = testOf(sort, range);
  return {
    KeyConditionExpression: `${partition} = :key${test && ` AND ${test}`}`,
    ExpressionAttributeValues: { ':key': key, ...values },
    ...(range.lastFirst && { ScanIndexForward: false }),
    ...(range.pageSize !== undefined && { Limit: range.pageSize }),
  };
}

function testOf(sort: string, { before, after, upTo, beginning, between }: Range) {
  if (before !== undefined) return { test: `${sort} < :before`, values: { ':before': before } };
  if (after !== undefined) return { test: `${sort} > :after`, values: { ':after': after } };
  if (upTo !== undefined) return { test: `${sort} <= :upTo`, values: { ':upTo': upTo } };
  if (beginning !== undefined)
    return { test: `begins_with(${sort}, :beginning)`, values: { ':beginning': beginning } };
  if (between)
    return { test: `${sort} BETWEEN :from AND :to`, values: { ':from': between[0], ':to': between[1] } };
  return { test: '', values: {} };
}

/** Only the records for which the condition holds. The others are read all the same, and cost as much. */
export function filtered(query: Query, condition: Condition): Query {
  const {
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  } = conditionOf(condition);
  if (!ConditionExpression) return query;
  return {
    ...query,
    FilterExpression: ConditionExpression,
    ...(names && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...values },
  };
}
