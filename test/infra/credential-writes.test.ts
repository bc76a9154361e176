import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { CallLog } from '../../packages/local/src/aws/front/call-log';
import { startAwsServer, type AwsServer } from '../../packages/local/src/aws/front/aws-server';
import { DynamoDb } from '../../packages/local/src/aws/dynamodb/dynamodb';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { startEngine, type Engine } from '../../packages/local/src/database/engine';
import { prepareTables } from '../../packages/local/src/database/prepare-tables';
import type { Deployment } from '../../packages/local/src/template/deployment';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { keys, type Key } from '../../shared/db/keys';
import { makeTempDir } from '../support/run/run-dir';
import { tableEngine } from '../support/table-engine';

/** Writes over the wire with the roles of the template, as code in a function could. */
const location = { region: 'us-east-1', accountId: '123456789012' };

let deployment: Deployment;
let engine: Engine;
let server: AwsServer;
let TableName: string;
const clients = new Map<string, DynamoDBClient>();

beforeAll(async () => {
  deployment = readDeployment((await synthesize()).assembly, {
    ...location,
    queueUrl: (name) => name,
    parameters: { OAuthIssuer: '', OAuthAudience: '', OAuthJwksUri: '' },
  });
  const { tables } = deployment;
  TableName = tables[0]?.name ?? '';
  engine = await startEngine({
    dataDir: makeTempDir(),
    memory: true,
    ...(tableEngine && { engine: tableEngine }),
  });
  await prepareTables(engine.endpoint, tables);
  const standIns = [new DynamoDb({ endpoint: engine.endpoint, tables, ...location })];
  server = await startAwsServer({
    standIns,
    runner: {
      caller: (functionName) => ({ functionName, roleArn: roleOf(functionName), requestId: 'r' }),
      kill: () => undefined,
    },
    iam: new Iam(deployment.roles),
    faults: new Faults(standIns),
    calls: new CallLog(),
    clock: Date,
    trustedKeys: new Map(),
  });
});

afterAll(async () => {
  for (const client of clients.values()) client.destroy();
  await server.stop();
  await engine.stop();
});

function roleOf(functionName: string): string {
  const found = deployment.functions.find(({ name }) => name === `carrier-nest-local-${functionName}`);
  if (!found) throw new Error(`The template has no function ${functionName}`);
  return found.roleArn;
}

/** A client with the credentials of this function. */
function clientOf(functionName: string): DynamoDBClient {
  const client =
    clients.get(functionName) ??
    new DynamoDBClient({
      endpoint: server.origin,
      region: location.region,
      credentials: { accessKeyId: functionName, secretAccessKey: 's' },
      maxAttempts: 1,
    });
  clients.set(functionName, client);
  return client;
}

const keyOf = ({ pk, sk }: Key): Record<string, AttributeValue> => ({ pk: { S: pk }, sk: { S: sk } });

type Write = (functionName: string, key: Key) => Promise<unknown>;

const put: Write = (functionName, key) =>
  clientOf(functionName).send(new PutItemCommand({ TableName, Item: keyOf(key) }));

const deleteOne: Write = (functionName, key) =>
  clientOf(functionName).send(new DeleteItemCommand({ TableName, Key: keyOf(key) }));

const update =
  (attribute: string): Write =>
  (functionName, key) =>
    clientOf(functionName).send(
      new UpdateItemCommand({
        TableName,
        Key: keyOf(key),
        UpdateExpression: 'SET #a = :v',
        ExpressionAttributeNames: { '#a': attribute },
        ExpressionAttributeValues: { ':v': { N: '1' } },
      }),
    );

const writeBatch: Write = (functionName, key) => {
  const requests = [keys.email('w', 'e1'), key].map((each) => ({ PutRequest: { Item: keyOf(each) } }));
  return clientOf(functionName).send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
};

const writeTransaction: Write = (functionName, key) =>
  clientOf(functionName).send(
    new TransactWriteItemsCommand({
      TransactItems: [keys.email('w', 'e1'), key].map((each) => ({ Put: { TableName, Item: keyOf(each) } })),
    }),
  );

const protectedRecords: [name: string, key: Key][] = [
  ['the credential of an API key', keys.credential('hash')],
  ['the record of an API key', keys.apiKey('w', 'k')],
  ['a user', keys.user('w', 'u')],
  ['a workspace of a user', keys.userWorkspace('u', 'w')],
  ['a session', keys.session('hash')],
];

/** Functions of ordinary routes and jobs that may make these writes of other records. */
const ordinaryWrites: [operation: string, write: Write, functionName: string][] = [
  ['put', put, 'sendEmail'],
  ['update', update('revokedAt'), 'sendEmail'],
  ['delete', deleteOne, 'deleteContact'],
  ['write in a batch', writeBatch, 'sendSlices'],
  ['write in a transaction', writeTransaction, 'sendEmail'],
];

describe.each(ordinaryWrites)('an ordinary function cannot %s', (_operation, write, functionName) => {
  test.each(protectedRecords)('%s', async (_name, key) => {
    await write(functionName, keys.contact('w', '01a1fd9f-873c-7000-8000-000000000001'));

    await expect(write(functionName, key)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

test('the request pipeline may change only the last use of an API key, not its limits', async () => {
  const key = keys.apiKey('w', 'k');

  await update('lastUsedAt')('listEmails', key);

  for (const attribute of ['dailySendLimit', 'scopes', 'requiresApproval', 'revokedAt'])
    await expect(update(attribute)('listEmails', key)).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
});

test('a function that writes credentials cannot write sessions, and the reverse', async () => {
  await put('createApiKey', keys.credential('hash'));
  await expect(put('createApiKey', keys.session('hash'))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});
