import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type BatchWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { chunksOf } from '../core/chunks';
import { client, waitBeforeRetry, TableName } from './client';
import { refuseTooLarge } from './refuse-too-large';
import type { Condition } from './condition';
import type { Key } from './keys';
import type { Query } from './query';
import { fromStoredItem, toStoredItem } from './stored-names';
import { buildCondition, buildUpdate, type Changes } from './update';

/**
 * A record with its key. Records are plain objects. All reads are strongly consistent, except reads from indexes and
 * reads by functions whose comments state otherwise.
 */
export type Item<T> = T & Key<T>;

/**
 * Gives a record the type of its key. This cast is safe because the compiler checks every write against the type of the
 * key.
 */
export const asItem = <T>(record: object): Item<T> => record as Item<T>;

/** Converts attributes from DynamoDB to a record. */
export const toItem = <T>(attributes: object): Item<T> => asItem<T>(fromStoredItem(attributes));

/**
 * Returns the key at which a page ended. DynamoDB returns the key of the table and, after a query of an index, also the
 * key of the index.
 */
export const asKey = (lastKey: object | undefined): Key | undefined => lastKey as Key | undefined;

export async function getItem<T>(key: Key<T>): Promise<T | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
  return Item && toItem<T>(Item);
}

/**
 * Reads any number of items by key, without duplicates and in no particular order. Items that do not exist are omitted.
 * `ConsistentRead: false` costs half as much but may miss recent writes.
 */
export async function getItems<T>(
  keys: readonly Key<T>[],
  { ConsistentRead = true } = {},
): Promise<Item<T>[]> {
  // DynamoDB rejects duplicate keys.
  const distinct = new Map(keys.map((key) => [keyToString(key), key]));
  const chunks = chunksOf([...distinct.values()], 100);
  return (await Promise.all(chunks.map((part) => getChunk<T>(part, ConsistentRead)))).flat();
}

/** Returns the item with this key, or undefined if the item was not found. */
export type ItemLookup = <T>(key: Key<T>) => Item<T> | undefined;

/** Reads any number of items, and returns a function that looks them up by key. */
export async function loadItemLookup(itemKeys: readonly Key[]): Promise<ItemLookup> {
  const items = await getItems(itemKeys);
  const byKey = new Map(items.map((item) => [keyToString(item), item]));
  return <T>(key: Key<T>) => {
    const item = byKey.get(keyToString(key));
    return item && asItem<T>(item);
  };
}

/** Returns a unique string for the key. */
export const keyToString = ({ pk, sk }: Key): string => `${pk} ${sk}`;

async function getChunk<T>(keys: readonly Key[], ConsistentRead: boolean): Promise<Item<T>[]> {
  const found: Item<T>[] = [];
  let remainingKeys: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 0; remainingKeys.length > 0; attempt++) {
    await waitBeforeRetry(attempt);
    const response = await client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: remainingKeys, ConsistentRead } } }),
    );
    found.push(...(response.Responses?.[TableName] ?? []).map(toItem<T>));
    remainingKeys = response.UnprocessedKeys?.[TableName]?.Keys ?? [];
  }
  return found;
}

/** Puts the record. Returns the existing record if the condition is false, and undefined otherwise. */
export async function putItem<T>(
  item: Item<T>,
  condition?: Condition<NoInfer<T>>,
): Promise<Item<T> | undefined> {
  const put = new PutCommand({
    TableName,
    Item: toStoredItem(item),
    ...buildCondition(condition),
    ...(condition && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  });
  try {
    await retryTransactionConflict(() => client.send(put));
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The document client unmarshalls responses, but not the record in an exception.
    return toItem<T>(unmarshall(error.Item ?? {}));
  }
}

/**
 * Puts the records in order, 25 per round trip. The writes are not atomic, so use this function only for records that
 * do not depend on each other.
 */
export async function putItems(items: readonly Item<object>[]): Promise<void> {
  for (const part of chunksOf(items, 25)) await putChunk(part);
}

const putChunk = (items: readonly Item<object>[]): Promise<void> =>
  writeChunk(items.map((item) => ({ PutRequest: { Item: toStoredItem(item) } })));

/** Deletes the records, 25 per round trip, whether they exist or not. */
export async function deleteItems(itemKeys: readonly Key[]): Promise<void> {
  for (const part of chunksOf(itemKeys, 25))
    await writeChunk(part.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));
}

type ChunkWrite = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

async function writeChunk(writes: readonly ChunkWrite[]): Promise<void> {
  let unwritten = [...writes];
  for (let attempt = 0; unwritten.length > 0; attempt++) {
    await waitBeforeRetry(attempt);
    const response = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: unwritten } }));
    unwritten = response.UnprocessedItems?.[TableName] ?? [];
  }
}

/** Updates the record and returns its new state, or undefined if the condition was false. */
export async function updateItem<T>(
  { pk, sk }: Key<T>,
  changes: NoInfer<Changes<T>>,
  condition?: Condition<NoInfer<T>>,
): Promise<T | undefined> {
  const update = buildUpdate(changes, condition);
  const command = new UpdateCommand({ TableName, Key: { pk, sk }, ReturnValues: 'ALL_NEW', ...update });
  try {
    const { Attributes } = await retryTransactionConflict(() => client.send(command));
    return toItem<T>(Attributes ?? {});
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Deletes the record. Returns false if the record did not exist. */
export async function deleteItem({ pk, sk }: Key): Promise<boolean> {
  const command = new DeleteCommand({ TableName, Key: { pk, sk }, ReturnValues: 'ALL_OLD' });
  const { Attributes } = await retryTransactionConflict(() => client.send(command));
  return Attributes !== undefined;
}

/** Reads one page of a query. `lastKey` is undefined on the last page. */
export async function queryPage<T>(query: Query): Promise<{ items: Item<T>[]; lastKey: Key | undefined }> {
  const response = await client.send(
    new QueryCommand({ TableName, ...(query.IndexName ? {} : { ConsistentRead: true }), ...query }),
  );
  return { items: (response.Items ?? []).map(toItem<T>), lastKey: asKey(response.LastEvaluatedKey) };
}

/** Returns the size of the next page, given the number of pages already read. */
export type PageSizes = (pagesRead: number) => number;

/** Reads the pages of a query on demand, all of the same size unless `sizes` is given. */
export async function* queryPages<T>(query: Query, sizes?: PageSizes): AsyncGenerator<Item<T>[], void> {
  let startKey: Key | undefined;
  let pagesRead = 0;
  do {
    const size = sizes && { Limit: sizes(pagesRead) };
    const page = await queryPage<T>({
      ...query,
      ...size,
      ...(startKey && { ExclusiveStartKey: { ...startKey } }),
    });
    pagesRead += 1;
    yield page.items;
    startKey = page.lastKey;
  } while (startKey);
}

/** Reads all records of a query. Use this function only for partitions that stay small. */
export async function queryAll<T>(query: Query): Promise<Item<T>[]> {
  const items: Item<T>[] = [];
  for await (const page of queryPages<T>(query)) items.push(...page);
  return items;
}

/** Counts the records of a query without returning them. */
export async function countItems(query: Query): Promise<number> {
  let sum = 0;
  for await (const { count } of countPages(query)) sum += count;
  return sum;
}

/** Counts the records of a query page by page. */
export async function* countPages(query: Query): AsyncGenerator<{ count: number; isLast: boolean }, void> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const command: QueryCommand = new QueryCommand({
      TableName,
      ...query,
      Select: 'COUNT',
      ...(startKey && { ExclusiveStartKey: startKey }),
    });
    const { Count = 0, LastEvaluatedKey } = await client.send(command);
    yield { count: Count, isLast: LastEvaluatedKey === undefined };
    startKey = LastEvaluatedKey;
  } while (startKey);
}

/**
 * Retries a write that DynamoDB rejects because a transaction is using the record. The SDK does not retry such a write.
 */
async function retryTransactionConflict<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    await waitBeforeRetry(attempt);
    try {
      return await write();
    } catch (error) {
      refuseTooLarge(error);
      if (!(error instanceof Error) || error.name !== 'TransactionConflictException') throw error;
    }
  }
}
