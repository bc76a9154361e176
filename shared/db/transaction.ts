import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { client, waitBeforeRetry, TableName } from './client';
import type { Condition } from './condition';
import type { Key } from './keys';
import type { Item } from './table';
import { refuseTooLarge } from './refuse-too-large';
import { toStoredItem } from './stored-names';
import { buildCondition, buildUpdate, type Changes } from './update';

/** A write in a transaction. */
export type TransactionWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export const putWrite = <T>(item: Item<T>, condition?: Condition<NoInfer<T>>): TransactionWrite => ({
  Put: { TableName, Item: toStoredItem(item), ...buildCondition(condition) },
});

export const updateWrite = <T>(
  { pk, sk }: Key<T>,
  changes: NoInfer<Changes<T>>,
  condition?: Condition<NoInfer<T>>,
): TransactionWrite => ({
  Update: { TableName, Key: { pk, sk }, ...buildUpdate(changes, condition) },
});

export const deleteWrite = <T>({ pk, sk }: Key<T>, condition?: Condition<NoInfer<T>>): TransactionWrite => ({
  Delete: { TableName, Key: { pk, sk }, ...buildCondition(condition) },
});

/** The maximum number of writes in a DynamoDB transaction. */
export const transactionWritesMax = 100;

/** Performs either all writes or none of them. Returns false if a condition was false. */
export const writeTransaction = async (writes: readonly TransactionWrite[]): Promise<boolean> =>
  (await attemptTransaction(writes)).length === 0;

/**
 * Performs either all writes or none of them. Returns the indexes of the writes whose condition was false, or an empty
 * list if the writes were performed.
 */
export async function attemptTransaction(writes: readonly TransactionWrite[]): Promise<number[]> {
  for (let attempt = 0; ; attempt++) {
    await waitBeforeRetry(attempt);
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [...writes] }));
      return [];
    } catch (error) {
      refuseTooLarge(error);
      const reasons = cancellationReasons(error);
      const falseConditions = [...reasons.keys()].filter(
        (index) => reasons[index] === 'ConditionalCheckFailed',
      );
      if (falseConditions.length > 0) return falseConditions;
      // Another write was using one of the records, or DynamoDB throttled the transaction. The SDK does not retry in
      // these cases.
      if (!reasons.some((reason) => reason !== undefined && retryableReasons.includes(reason))) throw error;
    }
  }
}

const retryableReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function cancellationReasons(error: unknown): (string | undefined)[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}
