import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { TableSpec } from '../template/deployment';
import { engineAuthorization } from './authorization';

const Keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
const Index = z.object({
  IndexName: z.string(),
  KeySchema: Keys,
  Projection: z.record(z.string(), z.unknown()),
});
const Shape = z.object({
  KeySchema: Keys,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  GlobalSecondaryIndexes: z.array(Index).default([]),
});
type TableShape = z.infer<typeof Shape>;

/** Makes the tables what the template says. A change that the data cannot follow asks for `--fresh`. */
export async function prepareTables(endpoint: string, tables: TableSpec[]): Promise<void> {
  for (const table of tables) {
    const current = await describe(endpoint, table.name);
    if (!current) await call(endpoint, 'CreateTable', table.create);
    else await follow(endpoint, table, current);
  }
}

async function describe(endpoint: string, name: string): Promise<TableShape | undefined> {
  const answer = await post(endpoint, 'DescribeTable', { TableName: name });
  if (answer.status === 200) return z.object({ Table: Shape }).parse(answer.body).Table;
  if (JSON.stringify(answer.body).includes('ResourceNotFoundException')) return undefined;
  throw new Error(`DescribeTable ${name}: ${JSON.stringify(answer.body)}`);
}

async function follow(endpoint: string, table: TableSpec, current: TableShape): Promise<void> {
  const wanted = Shape.parse(table.create);
  if (keys(wanted) !== keys(current)) throw needsFresh(table, 'its key');
  for (const index of wanted.GlobalSecondaryIndexes) {
    const existing = current.GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index.IndexName);
    if (!existing) await addIndex(endpoint, table.name, wanted, index);
    else if (shapeOf(existing) !== shapeOf(index)) throw needsFresh(table, `the index "${index.IndexName}"`);
  }
}

async function addIndex(
  endpoint: string,
  tableName: string,
  wanted: TableShape,
  index: z.infer<typeof Index>,
): Promise<void> {
  const used = [...wanted.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName);
  await call(endpoint, 'UpdateTable', {
    TableName: tableName,
    AttributeDefinitions: wanted.AttributeDefinitions.filter(({ AttributeName }) =>
      used.includes(AttributeName),
    ),
    GlobalSecondaryIndexUpdates: [{ Create: index }],
  });
  // DynamoDB Local builds an index in the background, and only one at a time.
  while (await isBuilding(endpoint, tableName)) await sleep(50);
}

async function isBuilding(endpoint: string, tableName: string): Promise<boolean> {
  const { body } = await post(endpoint, 'DescribeTable', { TableName: tableName });
  return /"(?:IndexStatus|TableStatus)":"(?:CREATING|UPDATING)"/.test(JSON.stringify(body));
}

function keys({ KeySchema, AttributeDefinitions }: TableShape): string {
  const typeOf = (name: string) =>
    AttributeDefinitions.find((each) => each.AttributeName === name)?.AttributeType;
  return KeySchema.map((key) => `${key.AttributeName} ${key.KeyType} ${typeOf(key.AttributeName)}`).join();
}

function shapeOf({ KeySchema, Projection }: z.infer<typeof Index>): string {
  const attributes = Projection['NonKeyAttributes'];
  return JSON.stringify([
    KeySchema.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
    Projection['ProjectionType'],
    Array.isArray(attributes) ? [...attributes].sort() : [],
  ]);
}

function needsFresh(table: TableSpec, what: string): Error {
  return new Error(
    `The template changes ${what} of the table ${table.name}, and the local data cannot follow. ` +
      'Start once with --fresh to empty the data folder.',
  );
}

async function call(endpoint: string, operation: string, input: unknown): Promise<void> {
  const { status, body } = await post(endpoint, operation, input);
  if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(body)}`);
}

async function post(
  endpoint: string,
  operation: string,
  input: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: engineAuthorization,
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: await response.json() };
}
