import { AwsError, type AwsCall } from '../service';

type Input = Record<string, unknown>;
type Need = AwsCall['needs'][number];

/** What IAM must allow, per operation. Only these operations exist here. */
export const operations: Record<string, { kind: 'read' | 'write' | 'meta'; needs: NeedsOf }> = {
  GetItem: { kind: 'read', needs: onTable('GetItem') },
  PutItem: { kind: 'write', needs: onTable('PutItem') },
  UpdateItem: { kind: 'write', needs: onTable('UpdateItem') },
  DeleteItem: { kind: 'write', needs: onTable('DeleteItem') },
  Query: { kind: 'read', needs: onTableOrIndex('Query') },
  Scan: { kind: 'read', needs: onTableOrIndex('Scan') },
  BatchGetItem: { kind: 'read', needs: onEachTable('BatchGetItem') },
  BatchWriteItem: { kind: 'write', needs: onEachTable('BatchWriteItem') },
  TransactGetItems: { kind: 'read', needs: onEachItem },
  TransactWriteItems: { kind: 'write', needs: onEachItem },
  DescribeTable: { kind: 'meta', needs: onTable('DescribeTable') },
  ListTables: { kind: 'meta', needs: () => [{ action: 'dynamodb:ListTables', resource: '*' }] },
};

type NeedsOf = (input: Input, arnOf: (table: unknown) => string) => Need[];

function onTable(operation: string): NeedsOf {
  return (input, arnOf) => [{ action: `dynamodb:${operation}`, resource: arnOf(input['TableName']) }];
}

function onTableOrIndex(operation: string): NeedsOf {
  return (input, arnOf) => {
    const index = input['IndexName'];
    const table = arnOf(input['TableName']);
    const resource = typeof index === 'string' ? `${table}/index/${index}` : table;
    return [{ action: `dynamodb:${operation}`, resource }];
  };
}

function onEachTable(operation: string): NeedsOf {
  return (input, arnOf) =>
    Object.keys(asRecord(input['RequestItems'])).map((table) => ({
      action: `dynamodb:${operation}`,
      resource: arnOf(table),
    }));
}

const transactionActions: Record<string, string> = {
  Get: 'dynamodb:GetItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
};

function onEachItem(input: Input, arnOf: (table: unknown) => string): Need[] {
  const items = Array.isArray(input['TransactItems']) ? input['TransactItems'] : [];
  const needs = new Map<string, Need>();
  for (const item of items) {
    for (const [kind, request] of Object.entries(asRecord(item))) {
      const action = transactionActions[kind];
      if (!action) throw new AwsError('ValidationException', `${kind} is not part of a transaction`);
      const resource = arnOf(asRecord(request)['TableName']);
      needs.set(`${action} ${resource}`, { action, resource });
    }
  }
  return [...needs.values()];
}

/** Names the tables that the call is about, for people. */
export function targetOf(input: Input): string {
  if (typeof input['TableName'] === 'string') return tableName(input['TableName']);
  if (input['RequestItems']) return Object.keys(asRecord(input['RequestItems'])).map(tableName).join(',');
  const items = Array.isArray(input['TransactItems']) ? input['TransactItems'] : [];
  const tables = items
    .flatMap((item) => Object.values(asRecord(item)))
    .map((request) => tableName(String(asRecord(request)['TableName'])));
  return [...new Set(tables)].join(',');
}

/** A table may be called by its ARN too. */
export function tableName(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? (nameOrArn.split('/')[1] ?? nameOrArn) : nameOrArn;
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
