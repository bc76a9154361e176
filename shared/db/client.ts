import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requireEnv } from '../core/env';

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  // Names that others have given may be any, `constructor` too: then an object looks like one of a class.
  marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
});

export const TableName = requireEnv('TABLE_NAME');

/**
 * DynamoDB hands back what it could not do when it throttles, or when another write was at the same record; asking again at
 * once, or all at the same moment, makes that worse.
 */
export async function waitBeforeRetry(attempt: number): Promise<void> {
  if (attempt === 0) return;
  if (attempt > 5) throw new Error('DynamoDB did not get the work done in six attempts');
  await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 25 * (0.5 + Math.random())));
}
