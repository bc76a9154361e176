import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { client, TableName } from './client';
import type { Condition } from './condition';
import type { Key } from './keys';
import { asKey, toItem, type Item } from './table';
import { toStoredPath } from './stored-names';
import { buildCondition } from './update';

/** One of so many equal parts of the whole table, from a place in it. */
export interface TableSegment {
  segment: number;
  segments: number;
  startKey: Key | undefined;
}

/**
 * The next megabyte of a part: of the records for which the condition holds, these attributes and the key. The others are
 * read all the same, and cost as much. What was written a moment ago may be missing.
 */
export async function scanPage<T>(
  { segment, segments, startKey }: TableSegment,
  condition: Condition<T>,
  attributes: readonly (keyof T & string)[],
): Promise<{ items: Item<Partial<T>>[]; lastKey: Key | undefined }> {
  const { ConditionExpression: FilterExpression, ...values } = buildCondition(condition);
  const response = await client.send(
    new ScanCommand({
      TableName,
      Segment: segment,
      TotalSegments: segments,
      FilterExpression,
      ...values,
      ProjectionExpression: ['pk', 'sk', ...attributes.map(toStoredPath)].join(', '),
      ...(startKey && { ExclusiveStartKey: { ...startKey } }),
    }),
  );
  return {
    items: (response.Items ?? []).map(toItem<Partial<T>>),
    lastKey: asKey(response.LastEvaluatedKey),
  };
}
