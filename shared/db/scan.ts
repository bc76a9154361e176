import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { client, TableName } from './client';
import type { Condition } from './condition';
import type { Key } from './keys';
import { asKey, toItem, type Item } from './table';
import { toStoredPath } from './stored-names';
import { buildCondition } from './update';

/** A position in a parallel scan: one of `segments` equal parts of the table, and the key to continue from. */
export interface TableSegment {
  segment: number;
  segments: number;
  startKey: Key | undefined;
}

/**
 * Scans the next megabyte of a segment. For each record that matches the condition, returns the key and the given
 * attributes. DynamoDB also reads all other records, at the same cost. Recent writes may be missing.
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
