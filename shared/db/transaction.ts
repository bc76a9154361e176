import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { client, pauseBefore, TableName } from './client';
import type { Condition } from './condition';
import type { Key } from './keys';
import type { Item } from './table';
import { refuseTooLarge } from './too-large';
import { conditionOf, updateOf, type Changes } from './update';

/** One write of several that happen together. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export const put = (item: Item<object>, condition?: Condition): Write => ({
  Put: { TableName, Item: { ...item }, ...conditionOf(condition) },
});

export const change = ({ pk, sk }: Key, changes: Changes, condition?: Condition): Write => ({
  Update: { TableName, Key: { pk, sk }, ...updateOf(changes, condition) },
});

export const erase = ({ pk, sk }: Key, condition?: Condition): Write => ({
  Delete: { TableName, Key: { pk, sk }, ...conditionOf(condition) },
});

/** DynamoDB takes so many at once. */
export const writesMax = 100;

/** All or nothing. Returns false when a condition did not hold. */
export async function writeTogether(writes: readonly Write[]): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    await pauseBefore(attempt);
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
      return true;
    } catch (error) {
      refuseTooLarge(error);
      const reasons = cancellationReasons(error);
      if (reasons.includes('ConditionalCheckFailed')) return false;
      // Somebody else had one of the records at this moment; the SDK does not retry that.
      if (!reasons.some((reason) => reason !== undefined && passingReasons.includes(reason))) throw error;
    }
  }
}

const passingReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function cancellationReasons(error: unknown): (string | undefined)[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}
