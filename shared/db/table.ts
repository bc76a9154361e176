import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { chunksOf } from '../chunks';
import { requireEnv } from '../env';
import type { Key } from './keys';

/** The one table. Records are plain objects under `pk` and `sk`; every read here is strongly consistent. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
});

const TableName = requireEnv('TABLE_NAME');

export type Item<T> = T & Key;

export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

export async function getItem<T>(key: Key): Promise<T | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
  return Item as T | undefined;
}

/** Any number of items by key, in no order; what does not exist is left out. */
export async function getItems<T>(keys: readonly Key[]): Promise<Item<T>[]> {
  const chunks = chunksOf(keys, 100);
  return (await Promise.all(chunks.map((part) => getChunk<T>(part)))).flat();
}

async function getChunk<T>(keys: readonly Key[]): Promise<Item<T>[]> {
  const found: Item<T>[] = [];
  let wanted: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 0; wanted.length > 0; attempt++) {
    await pauseBefore(attempt);
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: wanted, ConsistentRead: true } } }),
    );
    found.push(...((answer.Responses?.[TableName] ?? []) as Item<T>[]));
    wanted = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return found;
}

/** Puts the record; with a condition, returns the record that stood in the way, or undefined when it was put. */
export async function putItem<T>(item: Item<T>, condition?: Condition): Promise<Item<T> | undefined> {
  return orExisting<T>(async () => {
    const put = new PutCommand({
      TableName,
      Item: item,
      ...writeCondition(condition),
      ...(condition && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    });
    await outsideTransactions(() => client.send(put));
  });
}

/** Puts the records in their order, 25 in one round trip. Not atomic: only for records that are harmless one by one. */
export async function putItems(items: readonly Item<object>[]): Promise<void> {
  for (const part of chunksOf(items, 25)) await putChunk(part);
}

async function putChunk(items: readonly Item<object>[]): Promise<void> {
  let unwritten = items.map((Item) => ({ PutRequest: { Item: Item as Record<string, unknown> } }));
  for (let attempt = 0; unwritten.length > 0; attempt++) {
    await pauseBefore(attempt);
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: unwritten } }));
    unwritten = (answer.UnprocessedItems?.[TableName] ?? []) as typeof unwritten;
  }
}

export type Update = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** One that can stand in a transaction. */
export type FullUpdate = Update & { UpdateExpression: string };

/** Updates the record and returns it as it is now, or undefined when the condition did not hold. */
export async function updateItem<T>(key: Key, update: Update): Promise<T | undefined> {
  try {
    const input = { TableName, Key: key, ReturnValues: 'ALL_NEW' as const, ...update };
    const { Attributes } = await outsideTransactions(() => client.send(new UpdateCommand(input)));
    return Attributes as T;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Deletes the record; false when there was none. */
export async function deleteItem(key: Key): Promise<boolean> {
  const input = { TableName, Key: key, ReturnValues: 'ALL_OLD' as const };
  const { Attributes } = await outsideTransactions(() => client.send(new DeleteCommand(input)));
  return Attributes !== undefined;
}

export type Query = Omit<QueryCommandInput, 'TableName'>;

/** One page of a query: the records and whether there may be more. */
export async function queryPage<T>(query: Query): Promise<{ items: Item<T>[]; lastKey: Key | undefined }> {
  const answer = await client.send(
    new QueryCommand({ TableName, ...(query.IndexName ? {} : { ConsistentRead: true }), ...query }),
  );
  return { items: (answer.Items ?? []) as Item<T>[], lastKey: answer.LastEvaluatedKey as Key | undefined };
}

/** The pages of a query, each read when it is asked for. */
export async function* queryPages<T>(query: Query): AsyncGenerator<Item<T>[], void> {
  let from: Key | undefined;
  do {
    const page = await queryPage<T>({ ...query, ...(from && { ExclusiveStartKey: { ...from } }) });
    yield page.items;
    from = page.lastKey;
  } while (from);
}

/** All records of a query. Only for partitions that stay small. */
export async function queryAll<T>(query: Query): Promise<Item<T>[]> {
  const all: Item<T>[] = [];
  for await (const page of queryPages<T>(query)) all.push(...page);
  return all;
}

export type Writes = (input: {
  TableName: string;
}) => NonNullable<TransactWriteCommandInput['TransactItems']>;

/** All or nothing. Returns false when a condition did not hold. */
export async function writeTogether(writes: Writes): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    await pauseBefore(attempt);
    try {
      await client.send(new TransactWriteCommand({ TransactItems: writes({ TableName }) }));
      return true;
    } catch (error) {
      const reasons = cancellationReasons(error);
      if (reasons.includes('ConditionalCheckFailed')) return false;
      // Somebody else had one of the records at this moment; the SDK does not retry that.
      if (!reasons.some((reason) => reason !== undefined && passingReasons.includes(reason))) throw error;
    }
  }
}

const passingReasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** A single write that meets a transaction on its record is refused, and the SDK does not retry that either. */
async function outsideTransactions<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    await pauseBefore(attempt);
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TransactionConflictException') throw error;
    }
  }
}

export const ifAbsent: Condition = { expression: 'attribute_not_exists(pk)' };

/** An update makes a record that is not there. */
export const ifPresent: Condition = { expression: 'attribute_exists(pk)' };

function cancellationReasons(error: unknown): (string | undefined)[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}

async function orExisting<T>(write: () => Promise<void>): Promise<Item<T> | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return unmarshallItem<T>(error);
  }
}

/** The document client translates answers, but not the record inside an exception. */
function unmarshallItem<T>(error: ConditionalCheckFailedException): Item<T> {
  return unmarshall(error.Item ?? {}) as Item<T>;
}

function writeCondition(condition: Condition | undefined) {
  return {
    ConditionExpression: condition?.expression,
    ExpressionAttributeNames: condition?.names,
    ExpressionAttributeValues: condition?.values,
  };
}

/** DynamoDB hands back what it could not do when it throttles; asking again at once makes that worse. */
async function pauseBefore(attempt: number): Promise<void> {
  if (attempt === 0) return;
  if (attempt > 5) throw new Error('DynamoDB did not get the work done in six attempts');
  await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 25));
}
