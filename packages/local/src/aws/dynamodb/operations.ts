import { AwsError, type AwsCall } from '../stand-in';
import { asRecord } from '../../machine/as-record';
import { keysOfItems, keysOfQuery, withLeadingKeys } from './leading-keys';
import { tableName, type Tables } from './tables';
import { attributesOfUpdate } from './update-attributes';

type Input = Record<string, unknown>;
type Need = AwsCall['needs'][number];
type NeedsBuilder = (input: Input, tables: Tables) => Need[];

/** The supported operations, each with the permissions that it needs. */
export const operations: Record<string, { kind: 'read' | 'write' | 'meta'; needs: NeedsBuilder }> = {
  GetItem: { kind: 'read', needs: needsOnItem('Get') },
  PutItem: { kind: 'write', needs: needsOnItem('Put') },
  UpdateItem: { kind: 'write', needs: needsOnItem('Update') },
  DeleteItem: { kind: 'write', needs: needsOnItem('Delete') },
  Query: { kind: 'read', needs: needsOfQuery },
  Scan: { kind: 'read', needs: (input, tables) => [needOnTableOrIndex('Scan', input, tables)] },
  BatchGetItem: { kind: 'read', needs: needsOnEachTable('BatchGetItem', keysToGet) },
  BatchWriteItem: { kind: 'write', needs: needsOnEachTable('BatchWriteItem', itemsToWrite) },
  TransactGetItems: { kind: 'read', needs: needsOnEachItem },
  TransactWriteItems: { kind: 'write', needs: needsOnEachItem },
  DescribeTable: {
    kind: 'meta',
    needs: (input, tables) => [
      { action: 'dynamodb:DescribeTable', resource: tables.arn(input['TableName']) },
    ],
  },
  ListTables: { kind: 'meta', needs: () => [{ action: 'dynamodb:ListTables', resource: '*' }] },
};

/**
 * Requests on one item, alone or in a transaction. A Put contains the whole item. The other requests identify the item
 * by its key.
 */
const itemRequests: Record<string, { action: string; keySource: 'Item' | 'Key' }> = {
  Get: { action: 'dynamodb:GetItem', keySource: 'Key' },
  Put: { action: 'dynamodb:PutItem', keySource: 'Item' },
  Update: { action: 'dynamodb:UpdateItem', keySource: 'Key' },
  Delete: { action: 'dynamodb:DeleteItem', keySource: 'Key' },
  ConditionCheck: { action: 'dynamodb:ConditionCheckItem', keySource: 'Key' },
};

function needsOnItem(kind: string): NeedsBuilder {
  return (input, tables) => [itemNeed(kind, input, tables)];
}

function itemNeed(kind: string, request: Input, tables: Tables): Need {
  const { action, keySource } = itemRequests[kind] ?? refuseUnknownPart(kind);
  const table = request['TableName'];
  const need = { action, resource: tables.arn(table) };
  const keyed = withLeadingKeys(need, keysOfItems([request[keySource]], tables.partitionKey(table)));
  return kind === 'Update' ? withAttributes(keyed, attributesOfUpdate(request)) : keyed;
}

const withAttributes = (need: Need, attributes: string[]): Need => ({
  ...need,
  context: { ...need.context, 'dynamodb:Attributes': attributes },
});

function refuseUnknownPart(kind: string): never {
  throw new AwsError('ValidationException', `A transaction cannot contain ${kind}`);
}

function needsOfQuery(input: Input, tables: Tables): Need[] {
  const attribute = tables.partitionKey(input['TableName'], input['IndexName']);
  return [withLeadingKeys(needOnTableOrIndex('Query', input, tables), keysOfQuery(input, attribute))];
}

function needOnTableOrIndex(operation: string, input: Input, tables: Tables): Need {
  const index = input['IndexName'];
  const table = tables.arn(input['TableName']);
  const resource = typeof index === 'string' ? `${table}/index/${index}` : table;
  return { action: `dynamodb:${operation}`, resource };
}

function needsOnEachTable(operation: string, itemsIn: (requests: unknown) => unknown[]): NeedsBuilder {
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

/** IAM has no action for transactions, so each item needs the permission for its own operation. */
function needsOnEachItem(input: Input, tables: Tables): Need[] {
  return asList(input['TransactItems']).flatMap((item) =>
    Object.entries(asRecord(item)).map(([kind, request]) => itemNeed(kind, asRecord(request), tables)),
  );
}

/** The names of the tables that the call uses, for the call log. */
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
