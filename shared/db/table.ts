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

/** A record under its key. The one table has plain objects; all but an index is read strongly consistent, unless a function says otherwise. */
export type Item<T> = T & Key<T>;

/** The type of a record follows from its key: every write under the key was checked against that type. */
export const asItem = <T>(record: object): Item<T> => record as Item<T>;

/** The record that DynamoDB returns these attributes of. */
export const toItem = <T>(attributes: object): Item<T> => asItem<T>(fromStoredItem(attributes));

/** Where a page ended. DynamoDB names the keys of the table, and of the index if it read one. */
export const asKey = (lastKey: object | undefined): Key | undefined => lastKey as Key | undefined;

export async function getItem<T>(key: Key<T>): Promise<T | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
  return Item && toItem<T>(Item);
}

/**
 * Any number of items by key, each once, in no order; what does not exist is left out. `ConsistentRead: false` costs half, and may
 * miss what was written a moment ago.
 */
export async function getItems<T>(
  keys: readonly Key<T>[],
  { ConsistentRead = true } = {},
): Promise<Item<T>[]> {
  // DynamoDB refuses a key that is named twice.
  const distinct = new Map(keys.map((key) => [keyToString(key), key]));
  const chunks = chunksOf([...distinct.values()], 100);
  return (await Promise.all(chunks.map((part) => getChunk<T>(part, ConsistentRead)))).flat();
}

/** What was found under a key that was looked up. */
export type ItemLookup = <T>(key: Key<T>) => Item<T> | undefined;

/** The same items, asked for one by one. */
export async function loadItemLookup(itemKeys: readonly Key[]): Promise<ItemLookup> {
  const items = await getItems(itemKeys);
  const byKey = new Map(items.map((item) => [keyToString(item), item]));
  return <T>(key: Key<T>) => {
    const item = byKey.get(keyToString(key));
    return item && asItem<T>(item);
  };
}

/** A name for the item, of its own among all of the table. */
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

/** Puts the record; with a condition, returns the record that stood in the way, or undefined when it was put. */
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
    // The document client translates answers, but not the record inside an exception.
    return toItem<T>(unmarshall(error.Item ?? {}));
  }
}

/** Puts the records in their order, 25 in one round trip. Not atomic: only for records that are harmless one by one. */
export async function putItems(items: readonly Item<object>[]): Promise<void> {
  for (const part of chunksOf(items, 25)) await putChunk(part);
}

const putChunk = (items: readonly Item<object>[]): Promise<void> =>
  writeChunk(items.map((item) => ({ PutRequest: { Item: toStoredItem(item) } })));

/** Deletes the records, 25 in one round trip, whether they are there or not. */
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

/** Changes the record and returns it as it is now, or undefined when the condition did not hold. */
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

/** Deletes the record; false when there was none. */
export async function deleteItem({ pk, sk }: Key): Promise<boolean> {
  const command = new DeleteCommand({ TableName, Key: { pk, sk }, ReturnValues: 'ALL_OLD' });
  const { Attributes } = await retryTransactionConflict(() => client.send(command));
  return Attributes !== undefined;
}

/** One page of a query: the records and whether there may be more. */
export async function queryPage<T>(query: Query): Promise<{ items: Item<T>[]; lastKey: Key | undefined }> {
  const response = await client.send(
    new QueryCommand({ TableName, ...(query.IndexName ? {} : { ConsistentRead: true }), ...query }),
  );
  return { items: (response.Items ?? []).map(toItem<T>), lastKey: asKey(response.LastEvaluatedKey) };
}

/** How many records to read next, by the number of pages that were read. */
export type PageSizes = (pagesRead: number) => number;

/** The pages of a query, each read when it is asked for; all of one size, unless their sizes are given. */
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

/** All records of a query. Only for partitions that stay small. */
export async function queryAll<T>(query: Query): Promise<Item<T>[]> {
  const items: Item<T>[] = [];
  for await (const page of queryPages<T>(query)) items.push(...page);
  return items;
}

/** How many records a query has, without reading them out. */
export async function countItems(query: Query): Promise<number> {
  let sum = 0;
  for await (const { count } of countPages(query)) sum += count;
  return sum;
}

/** The same, page by page; `isLast`: nothing follows. */
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

/** A single write that meets a transaction on its record is refused, and the SDK does not retry that. */
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
