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
import { CallLog } from '../../packages/local/src/aws/front/call-log';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { startAwsServer, type AwsServer } from '../../packages/local/src/aws/front/aws-server';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { startEngine, type Engine } from '../../packages/local/src/database/engine';
import { prepareTables } from '../../packages/local/src/database/prepare-tables';
import type { TableSpec } from '../../packages/local/src/template/deployment';
import { tableEngine } from '../support/table-engine';
import { makeTempDir } from '../support/run/run-dir';

const location = { region: 'us-east-1', accountId: '123456789012' };
const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/Mail';
const roleArn = 'arn:aws:iam::123456789012:role/fn';

const buildIndex = (name: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
});

const buildTable = (...indexes: string[]): TableSpec => ({
  name: 'Mail',
  arn,
  create: {
    TableName: 'Mail',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: ['pk', ...indexes].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(buildIndex) }),
  },
});

const createClient = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'FN', secretAccessKey: 's' },
    maxAttempts: 1,
  });

const buildItem = (pk: string, extra = {}) => ({ pk: { S: pk }, ...extra });

describe(`through the AWS server, on ${tableEngine ?? 'the default engine'}`, () => {
  let engine: Engine;
  let front: AwsServer;
  let standIn: DynamoDb;
  let client: DynamoDBClient;
  const calls = new CallLog();

  beforeAll(async () => {
    engine = await startEngine({
      dataDir: makeTempDir(),
      memory: true,
      ...(tableEngine && { engine: tableEngine }),
    });
    await prepareTables(engine.endpoint, [buildTable('due')]);
    standIn = new DynamoDb({ endpoint: engine.endpoint, tables: [buildTable('due')], ...location });
    const actions = ['PutItem', 'GetItem', 'Query', 'ConditionCheckItem'].map(
      (operation) => `dynamodb:${operation}`,
    );
    const Statement = [
      { Effect: 'Allow', Action: actions, Resource: [arn, `${arn}/index/due`] },
      {
        Effect: 'Allow',
        Action: 'dynamodb:DeleteItem',
        Resource: arn,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['own#*'] } },
      },
    ];
    front = await startAwsServer({
      standIns: [standIn],
      runner: { caller: () => ({ functionName: 'fn', roleArn, requestId: 'r' }), kill: () => undefined },
      iam: new Iam([
        { arn: roleArn, policies: [{ name: 'p', document: { Version: '2012-10-17', Statement } }] },
      ]),
      faults: new Faults([standIn]),
      calls,
      clock: Date,
      trustedKeys: new Map(),
    });
    client = createClient(front.origin);
  });

  afterAll(async () => {
    client.destroy();
    await front.stop();
    standIn.stop();
    await engine.stop();
  });

  beforeEach(() => calls.clear());

  test('capacity is counted for every call, and returned only to callers that request it', async () => {
    const withoutCapacity = await client.send(
      new PutItemCommand({ TableName: 'Mail', Item: buildItem('a', { due: { S: 'x' } }) }),
    );
    const withCapacity = await client.send(
      new GetItemCommand({
        TableName: 'Mail',
        Key: buildItem('a'),
        ConsistentRead: true,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );

    expect(withoutCapacity.ConsumedCapacity).toBeUndefined();
    expect(withCapacity.ConsumedCapacity?.CapacityUnits).toBe(1);
    expect(calls.since()).toMatchObject([
      { operation: 'PutItem', target: 'Mail', read_units: 0, write_units: 2 },
      { operation: 'GetItem', target: 'Mail', read_units: 1, write_units: 0 },
    ]);
  });

  test('the SDK throws a ConditionalCheckFailedException for a failed condition', async () => {
    const put = new PutItemCommand({
      TableName: 'Mail',
      Item: buildItem('b'),
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    await client.send(put);

    await expect(client.send(put)).rejects.toThrow(ConditionalCheckFailedException);
    expect(calls.since()).toMatchObject([{ error: null }, { error: 'ConditionalCheckFailedException' }]);
  });

  test('a canceled transaction returns the cancellation reasons, and its write units are counted', async () => {
    const check = { TableName: 'Mail', Key: buildItem('none'), ConditionExpression: 'attribute_exists(pk)' };
    const put = { Put: { TableName: 'Mail', Item: buildItem('c') } };

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
    const deletion = new TransactWriteItemsCommand({
      TransactItems: [{ Delete: { TableName: 'Mail', Key: buildItem('a') } }],
    });

    expect((await query('due')).Count).toBe(1);
    await expect(query('other')).rejects.toThrow(`dynamodb:Query on resource: ${arn}/index/other`);
    await expect(client.send(deletion)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`dynamodb:DeleteItem on resource: ${arn} in function fn`),
    });
  });

  test('a permission for some keys does not apply to other keys', async () => {
    const deleteItem = (pk: string) =>
      client.send(new DeleteItemCommand({ TableName: 'Mail', Key: buildItem(pk) }));
    await client.send(new PutItemCommand({ TableName: 'Mail', Item: buildItem('own#1') }));
    await client.send(new PutItemCommand({ TableName: 'Mail', Item: buildItem('foreign#1') }));

    await deleteItem('own#1');

    await expect(deleteItem('foreign#1')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const response = await client.send(
      new GetItemCommand({ TableName: 'Mail', Key: buildItem('foreign#1') }),
    );
    expect(response.Item).toEqual(buildItem('foreign#1'));
  });
});

describe('the data folder', () => {
  test('an index added to the template contains the existing data', async () => {
    const dataDir = makeTempDir();
    const firstEngine = await startEngine({ dataDir, memory: false });
    await prepareTables(firstEngine.endpoint, [buildTable()]);
    const firstClient = createClient(firstEngine.endpoint);
    await firstClient.send(
      new PutItemCommand({ TableName: 'Mail', Item: buildItem('a', { due: { S: 'x' } }) }),
    );
    firstClient.destroy();
    await firstEngine.stop();

    const secondEngine = await startEngine({ dataDir, memory: false });
    await prepareTables(secondEngine.endpoint, [buildTable('due')]);
    const client = createClient(secondEngine.endpoint);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Mail' }));
    const response = await client.send(
      new QueryCommand({
        TableName: 'Mail',
        IndexName: 'due',
        KeyConditionExpression: 'due = :due',
        ExpressionAttributeValues: { ':due': { S: 'x' } },
      }),
    );

    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['due']);
    expect(response.Items).toEqual([buildItem('a', { due: { S: 'x' } })]);
    const incompatibleTable = {
      ...buildTable('due'),
      create: { ...buildTable('due').create, KeySchema: buildIndex('due').KeySchema },
    };
    await expect(prepareTables(secondEngine.endpoint, [incompatibleTable])).rejects.toThrow('--fresh');
    client.destroy();
    await secondEngine.stop();
  });

  test('kill -9 of the runtime ends the engine, and no acknowledged write is lost', async () => {
    const dataDir = makeTempDir();
    const script = `
      require('tsx/cjs');
      const { startEngine } = require('./packages/local/src/database/engine.ts');
      const { prepareTables } = require('./packages/local/src/database/prepare-tables.ts');
      startEngine({ dataDir: ${JSON.stringify(dataDir)}, memory: false }).then(async (engine) => {
        await prepareTables(engine.endpoint, [${JSON.stringify(buildTable())}]);
        console.log(engine.endpoint);
        setInterval(() => {}, 1000);
      });`;
    const runtime = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(runtime, 'exit');
    const [firstOutput] = await Promise.race([
      once(runtime.stdout, 'data'),
      exit.then(() => Promise.reject(new Error('the runtime ended before it named its endpoint'))),
    ]);
    const endpoint = String(firstOutput).trim();
    const firstClient = createClient(endpoint);
    for (let count = 0; count < 50; count += 1) {
      await firstClient.send(new PutItemCommand({ TableName: 'Mail', Item: buildItem(`k${count}`) }));
    }
    runtime.kill('SIGKILL');
    await exit;

    const engine = await startEngine({ dataDir, memory: false });
    await prepareTables(engine.endpoint, [buildTable()]);
    const client = createClient(engine.endpoint);
    const last = await client.send(new GetItemCommand({ TableName: 'Mail', Key: buildItem('k49') }));

    expect(last.Item).toEqual(buildItem('k49'));
    await expect(
      firstClient.send(new GetItemCommand({ TableName: 'Mail', Key: buildItem('k1') })),
    ).rejects.toThrow();
    expect(readFileSync(join(dataDir, 'engine.pid'), 'utf8')).toMatch(/^\d+$/);
    client.destroy();
    firstClient.destroy();
    await engine.stop();
    expect(existsSync(join(dataDir, 'engine.pid'))).toBe(false);
  });

  test('the runtime reports that the engine died', async () => {
    const dataDir = makeTempDir();
    const exitMessage = new Promise<string>((resolve) => {
      void startEngine({ dataDir, memory: false, onExit: resolve }).then(() =>
        process.kill(Number(readFileSync(join(dataDir, 'engine.pid'), 'utf8')), 'SIGKILL'),
      );
    });

    expect(await exitMessage).toMatch('database engine (dynoxide) exited');
  });
});
