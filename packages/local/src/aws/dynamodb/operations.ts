import { AwsError, type AwsCall } from '../service';
import { asRecord } from './as-record';
import { keysOfItems, keysOfQuery, withLeadingKeys } from './leading-keys';
import { tableName, type Tables } from './tables';

type Input = Record<string, unknown>;
type Need = AwsCall['needs'][number];
type NeedsOf = (input: Input, tables: Tables) => Need[];

/** What IAM must allow, per operation. Only these operations exist here. */
export const operations: Record<string, { kind: 'read' | 'write' | 'meta'; needs: NeedsOf }> = {
  GetItem: { kind: 'read', needs: onItem('Get') },
  PutItem: { kind: 'write', needs: onItem('Put') },
  UpdateItem: { kind: 'write', needs: onItem('Update') },
  DeleteItem: { kind: 'write', needs: onItem('Delete') },
  Query: { kind: 'read', needs: query },
  Scan: { kind: 'read', needs: (input, tables) => [onTableOrIndex('Scan', input, tables)] },
  BatchGetItem: { kind: 'read', needs: onEachTable('BatchGetItem', keysToGet) },
  BatchWriteItem: { kind: 'write', needs: onEachTable('BatchWriteItem', itemsToWrite) },
  TransactGetItems: { kind: 'read', needs: onEachItem },
  TransactWriteItems: { kind: 'write', needs: onEachItem },
  DescribeTable: {
    kind: 'meta',
    needs: (input, tables) => [
      { action: 'dynamodb:DescribeTable', resource: tables.arn(input['TableName']) },
    ],
  },
  ListTables: { kind: 'meta', needs: () => [{ action: 'dynamodb:ListTables', resource: '*' }] },
};

/** Requests about one item, as calls of their own and as parts of a transaction. A Put has the item, others its key. */
const itemRequests: Record<string, { action: string; namedBy: 'Item' | 'Key' }> = {
  Get: { action: 'dynamodb:GetItem', namedBy: 'Key' },
  Put: { action: 'dynamodb:PutItem', namedBy: 'Item' },
  Update: { action: 'dynamodb:UpdateItem', namedBy: 'Key' },
  Delete: { action: 'dynamodb:DeleteItem', namedBy: 'Key' },
  ConditionCheck: { action: 'dynamodb:ConditionCheckItem', namedBy: 'Key' },
};

function onItem(kind: string): NeedsOf {
  return (input, tables) => [itemNeed(kind, input, tables)];
}

function itemNeed(kind: string, request: Input, tables: Tables): Need {
  const { action, namedBy } = itemRequests[kind] ?? unknownPart(kind);
  const table = request['TableName'];
  const need = { action, resource: tables.arn(table) };
  return withLeadingKeys(need, keysOfItems([request[namedBy]], tables.partitionKey(table)));
}

function unknownPart(kind: string): never {
  throw new AwsError('ValidationException', `${kind} is not part of a transaction`);
}

function query(input: Input, tables: Tables): Need[] {
  const attribute = tables.partitionKey(input['TableName'], input['IndexName']);
  return [withLeadingKeys(onTableOrIndex('Query', input, tables), keysOfQuery(input, attribute))];
}

function onTableOrIndex(operation: string, input: Input, tables: Tables): Need {
  const index = input['IndexName'];
  const table = tables.arn(input['TableName']);
  const resource = typeof index === 'string' ? `${table}/index/${index}` : table;
  return { action: `dynamodb:${operation}`, resource };
}

function onEachTable(operation: string, itemsIn: (requests: unknown) => unknown[]): NeedsOf {
  return (input, tables) =>
    Object.entries(asRecord(input['RequestItems'])).map(([table, requests]) => {
      const need = { action: `dynamodb:${operation}`, resource: tables.arn(table) };
      return withLeadingKeys(need, keysOfItems(itemsIn(requests), tables.partitionKey(table)));
    });
}

function keysToGet(requests: unknown): unknown[] {
  return asList(asRecord(requests)['Keys']);
}

function itemsToWrite(requests: unknown): unknown[] {
  return asList(requests).map((request) => {
    const { PutRequest, DeleteRequest } = asRecord(request);
    return asRecord(PutRequest)['Item'] ?? asRecord(DeleteRequest)['Key'];
  });
}

/** A transaction has no action of its own: each of its items needs the action that is made on it. */
function onEachItem(input: Input, tables: Tables): Need[] {
  return asList(input['TransactItems']).flatMap((item) =>
    Object.entries(asRecord(item)).map(([kind, request]) => itemNeed(kind, asRecord(request), tables)),
  );
}

/** Names the tables that the call is about, for people. */
export function targetOf(input: Input): string {
  if (typeof input['TableName'] === 'string') return tableName(input['TableName']);
  if (input['RequestItems']) return Object.keys(asRecord(input['RequestItems'])).map(tableName).join(',');
  const tables = asList(input['TransactItems'])
    .flatMap((item) => Object.values(asRecord(item)))
    .map((request) => tableName(String(asRecord(request)['TableName'])));
  return [...new Set(tables)].join(',');
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
