import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requireEnv } from '../core/env';

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  // Users choose some property names, and a plain object with a property `constructor` looks like a class instance.
  marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
});

export const TableName = requireEnv('TABLE_NAME');

/**
 * Waits before a retry, with jitter. DynamoDB rejects requests that it throttles, and writes to a record that another
 * write is using. Immediate or simultaneous retries cause more rejections.
 */
export async function waitBeforeRetry(attempt: number): Promise<void> {
  if (attempt === 0) return;
  if (attempt > 5) throw new Error('DynamoDB did not complete the operation in six attempts');
  await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 25 * (0.5 + Math.random())));
}
