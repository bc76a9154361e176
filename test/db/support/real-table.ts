import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { DynamoDb } from '../../../packages/local/src/aws/dynamodb/dynamodb';
import { CallLog } from '../../../packages/local/src/aws/front/call-log';
import { Faults } from '../../../packages/local/src/aws/front/faults';
import { startAwsServer } from '../../../packages/local/src/aws/front/aws-server';
import { Iam } from '../../../packages/local/src/aws/iam/iam';
import { startEngine } from '../../../packages/local/src/database/engine';
import { prepareTables } from '../../../packages/local/src/database/prepare-tables';
import { readDeployment } from '../../../packages/local/src/template/read-deployment';
import { synthesize } from '../../../packages/local/src/template/synthesize';
import { tableEngine } from '../../support/table-engine';
import type { Key } from '../../../shared/db/keys';
import { makeTempDir } from '../../support/run/run-dir';

const account = { region: 'us-east-1', accountId: '000000000000' };
const engineCredentials = { accessKeyId: 'TESTS', secretAccessKey: 'secret' };
const roleArn = `arn:aws:iam::${account.accountId}:role/tests`;

/** Starts the template's table on a database engine, and sets up shared/db to use the table as in a function. */
export async function startRealTable() {
  const { assembly } = await synthesize();
  const { tables } = readDeployment(assembly, { ...account, queueUrl: (name) => `http://127.0.0.1/${name}` });
  const [table] = tables;
  if (!table) throw new Error('The template has no table');

  const dataDir = makeTempDir();
  const engine = await startEngine({ dataDir, memory: true, ...(tableEngine && { engine: tableEngine }) });
  await prepareTables(engine.endpoint, tables);
  const dynamoDb = new DynamoDb({ endpoint: engine.endpoint, tables, ...account });
  const calls = new CallLog();
  const faults = new Faults([dynamoDb]);
  const Statement = [{ Effect: 'Allow', Action: ['dynamodb:*'], Resource: [table.arn, `${table.arn}/*`] }];
  const server = await startAwsServer({
    standIns: [dynamoDb],
    runner: {
      caller: () => ({ functionName: 'tests', roleArn, requestId: 'r' }),
      kill: () => undefined,
    },
    iam: new Iam([
      { arn: roleArn, policies: [{ name: 'all', document: { Version: '2012-10-17', Statement } }] },
    ]),
    faults,
    calls,
    clock: Date,
    trustedKeys: new Map(),
  });

  Object.assign(process.env, {
    TABLE_NAME: table.name,
    AWS_REGION: account.region,
    AWS_ENDPOINT_URL_DYNAMODB: server.origin,
    AWS_ACCESS_KEY_ID: 'TESTS',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  const rawClient = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: engine.endpoint, region: account.region, credentials: engineCredentials }),
  );
  return {
    calls,
    /** Returns the raw item, with stored names. */
    readRaw: async (key: Key) =>
      (await rawClient.send(new GetCommand({ TableName: table.name, Key: { ...key } }))).Item,
    faults,
    stop: async () => {
      rawClient.destroy();
      await server.stop();
      dynamoDb.stop();
      await engine.stop();
    },
  };
}
