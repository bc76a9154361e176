import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { TableSpec } from '../template/deployment';
import { callEngine, postToEngine } from './call-engine';

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

/** Creates and updates the tables as the template defines them. Throws if a change requires `--fresh`. */
export async function prepareTables(endpoint: string, tables: TableSpec[]): Promise<void> {
  for (const table of tables) {
    const current = await describeTable(endpoint, table.name);
    if (!current) await callEngine(endpoint, 'CreateTable', table.create);
    else await updateTable(endpoint, table, current);
  }
}

async function describeTable(endpoint: string, name: string): Promise<TableShape | undefined> {
  const response = await postToEngine(endpoint, 'DescribeTable', { TableName: name });
  if (response.status === 200) return z.object({ Table: Shape }).parse(response.body).Table;
  if (JSON.stringify(response.body).includes('ResourceNotFoundException')) return undefined;
  throw new Error(`DescribeTable ${name}: ${JSON.stringify(response.body)}`);
}

async function updateTable(endpoint: string, table: TableSpec, current: TableShape): Promise<void> {
  const desired = Shape.parse(table.create);
  if (keySignature(desired) !== keySignature(current)) throw incompatibleChange(table, 'the key');
  for (const index of desired.GlobalSecondaryIndexes) {
    const existing = current.GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index.IndexName);
    if (!existing) await addIndex(endpoint, table.name, desired, index);
    else if (indexSignature(existing) !== indexSignature(index))
      throw incompatibleChange(table, `the index "${index.IndexName}"`);
  }
}

async function addIndex(
  endpoint: string,
  tableName: string,
  desired: TableShape,
  index: z.infer<typeof Index>,
): Promise<void> {
  const usedAttributes = [...desired.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName);
  await callEngine(endpoint, 'UpdateTable', {
    TableName: tableName,
    AttributeDefinitions: desired.AttributeDefinitions.filter(({ AttributeName }) =>
      usedAttributes.includes(AttributeName),
    ),
    GlobalSecondaryIndexUpdates: [{ Create: index }],
  });
  // DynamoDB Local builds an index in the background, and only one at a time.
  while (await isBuilding(endpoint, tableName)) await sleep(50);
}

async function isBuilding(endpoint: string, tableName: string): Promise<boolean> {
  const { body } = await postToEngine(endpoint, 'DescribeTable', { TableName: tableName });
  return /"(?:IndexStatus|TableStatus)":"(?:CREATING|UPDATING)"/.test(JSON.stringify(body));
}

function keySignature({ KeySchema, AttributeDefinitions }: TableShape): string {
  const typeOf = (name: string) =>
    AttributeDefinitions.find((definition) => definition.AttributeName === name)?.AttributeType;
  return KeySchema.map((key) => `${key.AttributeName} ${key.KeyType} ${typeOf(key.AttributeName)}`).join();
}

function indexSignature({ KeySchema, Projection }: z.infer<typeof Index>): string {
  const { NonKeyAttributes, ProjectionType } = Projection;
  const attributes: unknown[] = Array.isArray(NonKeyAttributes) ? NonKeyAttributes : [];
  return JSON.stringify([
    KeySchema.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
    ProjectionType,
    attributes.toSorted(),
  ]);
}

function incompatibleChange(table: TableSpec, changedPart: string): Error {
  return new Error(
    `The template changes ${changedPart} of the table ${table.name}, which existing data does not allow. ` +
      'Start once with --fresh to empty the data folder.',
  );
}
