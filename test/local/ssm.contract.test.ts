import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteParameterCommand,
  GetParameterCommand,
  PutParameterCommand,
  SSMClient,
  type PutParameterCommandInput,
} from '@aws-sdk/client-ssm';
import { CallLog } from '../../packages/local/src/aws/front/call-log';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { startAwsServer, type AwsServer } from '../../packages/local/src/aws/front/aws-server';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { Ssm } from '../../packages/local/src/aws/ssm/ssm';
import { makeTempDir } from '../support/run/run-dir';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const [region, accountId] = ['us-east-1', '123456789012'];
const roleArnOf = (name: string) => `arn:aws:iam::${accountId}:role/${name}`;
const name = '/carrier-nest/local/webhook-secrets-key';
const arn = `arn:aws:ssm:${region}:${accountId}:parameter${name}`;

const buildRole = (roleName: string, statement: object) => ({
  arn: roleArnOf(roleName),
  policies: [
    {
      name: 'p',
      document: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Resource: arn, ...statement }] },
    },
  ],
});

const roles = [
  buildRole('reader', { Action: 'ssm:GetParameter' }),
  buildRole('creator', {
    Action: 'ssm:PutParameter',
    Condition: { StringNotEquals: { 'ssm:Overwrite': 'true' } },
  }),
];

let dataDir: string;
let ssm: Ssm;
let front: AwsServer;
let calls: CallLog;
let faults: Faults;
let clients: SSMClient[];

beforeEach(async () => {
  dataDir = makeTempDir();
  await startSsm();
});

afterEach(() => stopSsm());

async function startSsm(): Promise<void> {
  ssm = new Ssm({
    region,
    accountId,
    clock: { now: () => 1_800_000_000_000 },
    file: join(dataDir, 'p.jsonl'),
  });
  [calls, faults, clients] = [new CallLog(), new Faults([ssm]), []];
  front = await startAwsServer({
    standIns: [ssm],
    runner: { caller: () => undefined, kill: () => undefined },
    iam: new Iam(roles),
    faults,
    calls,
    clock: { now: () => Date.now() },
    trustedKeys: new Map<string, string | null>([
      ['operator', null],
      ...roles.map((role): [string, string] => [role.arn.split('/')[1] ?? '', role.arn]),
    ]),
  });
}

async function stopSsm(): Promise<void> {
  for (const client of clients) client.destroy();
  await front.stop();
  ssm.close();
}

function clientAs(accessKeyId: string): SSMClient {
  const credentials = { accessKeyId, secretAccessKey: 'x' };
  const client = new SSMClient({ endpoint: front.origin, region, credentials, maxAttempts: 1 });
  clients.push(client);
  return client;
}

const put = (input: Partial<PutParameterCommandInput> = {}, caller = 'operator') =>
  clientAs(caller).send(
    new PutParameterCommand({ Name: name, Value: 'first', Type: 'SecureString', ...input }),
  );

const get = (Name = name, caller = 'operator') =>
  clientAs(caller).send(new GetParameterCommand({ Name, WithDecryption: true }));

test('a parameter has its value, type, version, ARN and time', async () => {
  expect(await put()).toMatchObject({ Version: 1, Tier: 'Standard' });
  expect((await get()).Parameter).toEqual({
    ARN: arn,
    DataType: 'text',
    LastModifiedDate: new Date(1_800_000_000_000),
    Name: name,
    Type: 'SecureString',
    Value: 'first',
    Version: 1,
  });
});

test('the value is encrypted unless the caller asks for decryption', async () => {
  await put();

  const { Parameter } = await clientAs('operator').send(new GetParameterCommand({ Name: name }));

  expect(Parameter?.Value).not.toContain('first');
});

test('an existing parameter is replaced only with Overwrite', async () => {
  await put();

  await expect(put({ Value: 'second', Overwrite: false })).rejects.toMatchObject({
    name: 'ParameterAlreadyExists',
    $metadata: { httpStatusCode: 400 },
  });
  expect((await get()).Parameter?.Value).toBe('first');
  expect(await put({ Value: 'third', Overwrite: true })).toMatchObject({ Version: 2 });
  expect((await get()).Parameter).toMatchObject({ Value: 'third', Version: 2 });
});

test('a missing parameter causes a ParameterNotFound', async () => {
  await expect(get('/carrier-nest/other')).rejects.toMatchObject({
    name: 'ParameterNotFound',
    $metadata: { httpStatusCode: 400 },
  });
});

test.each<[string, Partial<PutParameterCommandInput>]>([
  ['a space', { Name: '/carrier nest/key' }],
  ['a trailing slash', { Name: `${name}/` }],
  ['a path without a slash at the start', { Name: 'carrier-nest/key' }],
  ['the prefix aws', { Name: '/aws/key' }],
  ['the prefix ssm in capitals', { Name: 'SSM-key' }],
  ['more than 1,011 characters', { Name: `/${'a'.repeat(1_011)}` }],
  ['an empty value', { Value: '' }],
  ['a value of more than 4 KB', { Value: 'x'.repeat(4_097) }],
  ['an unsupported type', { Type: 'StringList' }],
  ['an unsupported tier', { Tier: 'Advanced' }],
  ['an unsupported field', { Description: 'x' }],
])('PutParameter refuses %s', async (_what, input) => {
  await expect(put(input)).rejects.toMatchObject({ name: 'ValidationException' });
});

test('a value of 4 KB and a name with 15 levels are the largest', async () => {
  const levels = (count: number) => '/a'.repeat(count);

  expect(await put({ Name: levels(15), Value: 'x'.repeat(4_096) })).toMatchObject({ Version: 1 });
  await expect(put({ Name: levels(16) })).rejects.toMatchObject({
    name: 'HierarchyLevelLimitExceededException',
  });
});

test('other operations are refused', async () => {
  await expect(clientAs('operator').send(new DeleteParameterCommand({ Name: name }))).rejects.toMatchObject({
    name: 'UnknownOperation',
  });
});

test('roles may do only what their policies allow, which can exclude overwriting', async () => {
  await put({}, 'creator');
  await expect(put({}, 'reader')).rejects.toMatchObject({ name: 'AccessDeniedException' });
  await expect(get(name, 'creator')).rejects.toMatchObject({ name: 'AccessDeniedException' });
  await expect(put({ Overwrite: true }, 'creator')).rejects.toMatchObject({ name: 'AccessDeniedException' });
  await expect(get('/carrier-nest/other', 'reader')).rejects.toMatchObject({ name: 'AccessDeniedException' });

  expect((await get(name, 'reader')).Parameter?.Value).toBe('first');
});

test('parameters survive a restart, and only the owner can read their file', async () => {
  await put();

  await stopSsm();
  await startSsm();

  expect((await get()).Parameter?.Value).toBe('first');
  expect(statSync(join(dataDir, 'p.jsonl')).mode & 0o077).toBe(0);
});

test('injected faults occur, and calls are recorded', async () => {
  faults.add({ service: 'ssm', operation: 'GetParameter', error: 'ThrottlingException', times: 1 });
  await put();

  await expect(get(name, 'reader')).rejects.toMatchObject({ name: 'ThrottlingException' });
  await get(name, 'reader');

  const row = { function: 'reader', service: 'ssm', operation: 'GetParameter', target: name };
  expect(calls.since().filter((call) => call.function === 'reader')).toMatchObject([
    { ...row, error: 'ThrottlingException' },
    { ...row, error: null },
  ]);
});
