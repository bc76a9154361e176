import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  DescribeTableCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDb } from '../../packages/local/src/aws/dynamodb/dynamodb';
import { Calls } from '../../packages/local/src/aws/front/calls';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { startFront, type Front } from '../../packages/local/src/aws/front/front';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { startEngine, type Engine } from '../../packages/local/src/database/engine';
import { prepareTables } from '../../packages/local/src/database/prepare-tables';
import type { TableSpec } from '../../packages/local/src/template/deployment';
import { tableEngine } from '../support/table-engine';
import { aFolder } from '../support/run/run-folder';

const place = { region: 'us-east-1', accountId: '123456789012' };
const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/Mail';
const roleArn = 'arn:aws:iam::123456789012:role/fn';

const index = (name: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
});

const table = (...indexes: string[]): TableSpec => ({
  name: 'Mail',
  arn,
  create: {
    TableName: 'Mail',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: ['pk', ...indexes].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(index) }),
  },
});

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'FN', secretAccessKey: 's' },
    maxAttempts: 1,
  });

const item = (pk: string, extra = {}) => ({ pk: { S: pk }, ...extra });

describe(`through the front, on ${tableEngine ?? 'the default engine'}`, () => {
  let engine: Engine;
  let front: Front;
  let standIn: DynamoDb;
  let client: DynamoDBClient;
  const calls = new Calls();

  beforeAll(async () => {
    engine = await startEngine({
      dataDir: aFolder(),
      memory: true,
      ...(tableEngine && { engine: tableEngine }),
    });
    await prepareTables(engine.endpoint, [table('due')]);
    standIn = new DynamoDb({ endpoint: engine.endpoint, tables: [table('due')], ...place });
    const actions = ['PutItem', 'GetItem', 'Query', 'ConditionCheckItem'].map((each) => `dynamodb:${each}`);
    const Statement = [
      { Effect: 'Allow', Action: actions, Resource: [arn, `${arn}/index/due`] },
      {
        Effect: 'Allow',
        Action: 'dynamodb:DeleteItem',
        Resource: arn,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['own#*'] } },
      },
    ];
    front = await startFront({
      standIns: [standIn],
      runner: { caller: () => ({ functionName: 'fn', roleArn, requestId: 'r' }), kill: () => undefined },
      iam: new Iam([
        { arn: roleArn, policies: [{ name: 'p', document: { Version: '2012-10-17', Statement } }] },
      ]),
      faults: new Faults([standIn]),
      calls,
      clock: Date,
      trusted: new Map(),
    });
    client = clientOf(front.origin);
  });

  afterAll(async () => {
    client.destroy();
    await front.stop();
    standIn.stop();
    await engine.stop();
  });

  beforeEach(() => calls.clear());

  test('capacity is counted, and only shown to a caller who asked', async () => {
    const plain = await client.send(
      new PutItemCommand({ TableName: 'Mail', Item: item('a', { due: { S: 'x' } }) }),
    );
    const asking = await client.send(
      new GetItemCommand({
        TableName: 'Mail',
        Key: item('a'),
        ConsistentRead: true,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );

    expect(plain.ConsumedCapacity).toBeUndefined();
    expect(asking.ConsumedCapacity?.CapacityUnits).toBe(1);
    expect(calls.since()).toMatchObject([
      { operation: 'PutItem', target: 'Mail', read_units: 0, write_units: 2 },
      { operation: 'GetItem', target: 'Mail', read_units: 1, write_units: 0 },
    ]);
  });

  test('a failed condition reaches the SDK as its own error', async () => {
    const put = new PutItemCommand({
      TableName: 'Mail',
      Item: item('b'),
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    await client.send(put);

    await expect(client.send(put)).rejects.toThrow(ConditionalCheckFailedException);
    expect(calls.since()).toMatchObject([{ error: null }, { error: 'ConditionalCheckFailedException' }]);
  });

  test('a canceled transaction gives its reasons, and counts as a write', async () => {
    const check = { TableName: 'Mail', Key: item('none'), ConditionExpression: 'attribute_exists(pk)' };
    const put = { Put: { TableName: 'Mail', Item: item('c') } };

    await client.send(new TransactWriteItemsCommand({ TransactItems: [put] }));
    const canceled = client.send(
      new TransactWriteItemsCommand({ TransactItems: [{ ConditionCheck: check }, put] }),
    );

    await expect(canceled).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    });
    expect(calls.since()[0]?.write_units).toBeGreaterThan(0);
  });

  test('each index and each part of a transaction needs its own permission', async () => {
    const query = (indexName: string) =>
      client.send(
        new QueryCommand({
          TableName: 'Mail',
          IndexName: indexName,
          KeyConditionExpression: 'due = :due',
          ExpressionAttributeValues: { ':due': { S: 'x' } },
        }),
      );
    const erase = new TransactWriteItemsCommand({
      TransactItems: [{ Delete: { TableName: 'Mail', Key: item('a') } }],
    });

    expect((await query('due')).Count).toBe(1);
    await expect(query('other')).rejects.toThrow(`dynamodb:Query on resource: ${arn}/index/other`);
    await expect(client.send(erase)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`dynamodb:DeleteItem on resource: ${arn} in function fn`),
    });
  });

  test('a permission for some keys is none for others', async () => {
    const erase = (pk: string) => client.send(new DeleteItemCommand({ TableName: 'Mail', Key: item(pk) }));
    await client.send(new PutItemCommand({ TableName: 'Mail', Item: item('own#1') }));
    await client.send(new PutItemCommand({ TableName: 'Mail', Item: item('foreign#1') }));

    await erase('own#1');

    await expect(erase('foreign#1')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const found = await client.send(new GetItemCommand({ TableName: 'Mail', Key: item('foreign#1') }));
    expect(found.Item).toEqual(item('foreign#1'));
  });
});

describe('the data folder', () => {
  test('an index that the template adds is built over the data that is there', async () => {
    const dataDir = aFolder();
    const first = await startEngine({ dataDir, memory: false });
    await prepareTables(first.endpoint, [table()]);
    const before = clientOf(first.endpoint);
    await before.send(new PutItemCommand({ TableName: 'Mail', Item: item('a', { due: { S: 'x' } }) }));
    before.destroy();
    await first.stop();

    const second = await startEngine({ dataDir, memory: false });
    await prepareTables(second.endpoint, [table('due')]);
    const client = clientOf(second.endpoint);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Mail' }));
    const found = await client.send(
      new QueryCommand({
        TableName: 'Mail',
        IndexName: 'due',
        KeyConditionExpression: 'due = :due',
        ExpressionAttributeValues: { ':due': { S: 'x' } },
      }),
    );

    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['due']);
    expect(found.Items).toEqual([item('a', { due: { S: 'x' } })]);
    const other = { ...table('due'), create: { ...table('due').create, KeySchema: index('due').KeySchema } };
    await expect(prepareTables(second.endpoint, [other])).rejects.toThrow('--fresh');
    client.destroy();
    await second.stop();
  });

  test('after kill -9 of the runtime the engine is gone, and what was acknowledged is there', async () => {
    const dataDir = aFolder();
    const script = `
      require('tsx/cjs');
      const { startEngine } = require('./local/database/engine.ts');
      const { prepareTables } = require('./local/database/prepare-tables.ts');
      startEngine({ dataDir: ${JSON.stringify(dataDir)}, memory: false }).then(async (engine) => {
        await prepareTables(engine.endpoint, [${JSON.stringify(table())}]);
        console.log(engine.endpoint);
        setInterval(() => {}, 1000);
      });`;
    const runtime = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const endpoint = String((await once(runtime.stdout, 'data'))[0]).trim();
    const before = clientOf(endpoint);
    for (let n = 0; n < 50; n += 1) {
      await before.send(new PutItemCommand({ TableName: 'Mail', Item: item(`k${n}`) }));
    }
    runtime.kill('SIGKILL');
    await once(runtime, 'exit');

    const engine = await startEngine({ dataDir, memory: false });
    await prepareTables(engine.endpoint, [table()]);
    const client = clientOf(engine.endpoint);
    const last = await client.send(new GetItemCommand({ TableName: 'Mail', Key: item('k49') }));

    expect(last.Item).toEqual(item('k49'));
    await expect(before.send(new GetItemCommand({ TableName: 'Mail', Key: item('k1') }))).rejects.toThrow();
    expect(readFileSync(join(dataDir, 'engine.pid'), 'utf8')).toMatch(/^\d+$/);
    client.destroy();
    before.destroy();
    await engine.stop();
    expect(existsSync(join(dataDir, 'engine.pid'))).toBe(false);
  });

  test('an engine that dies is reported', async () => {
    const dataDir = aFolder();
    const told = new Promise<string>((resolve) => {
      void startEngine({ dataDir, memory: false, onExit: resolve }).then(() =>
        process.kill(Number(readFileSync(join(dataDir, 'engine.pid'), 'utf8')), 'SIGKILL'),
      );
    });

    expect(await told).toMatch('database engine (dynoxide) ended');
  });
});
