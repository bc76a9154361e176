import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  type DecryptCommandInput,
} from '@aws-sdk/client-kms';
import { CallLog } from '../../packages/local/src/aws/front/call-log';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { startAwsServer, type AwsServer } from '../../packages/local/src/aws/front/aws-server';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { Kms } from '../../packages/local/src/aws/kms/kms';
import type { KeySpec } from '../../packages/local/src/template/deployment';
import { makeTempDir } from '../support/run/run-dir';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const account = '123456789012';
const roleArnOf = (name: string) => `arn:aws:iam::${account}:role/${name}`;

/** Builds a key with the key policy of CDK, which delegates access to the IAM policies of the account. */
function buildKey(id: string, principal = `arn:aws:iam::${account}:root`): KeySpec {
  const statement = { Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal: { AWS: principal } };
  return {
    id,
    arn: `arn:aws:kms:us-east-1:${account}:key/${id}`,
    policy: { Version: '2012-10-17', Statement: [statement] },
  };
}

const secretsKey = buildKey('11111111-2222-3333-4444-555555555555');
const otherKey = buildKey('99999999-2222-3333-4444-555555555555');
const foreignKey = buildKey('77777777-2222-3333-4444-555555555555', roleArnOf('somebody-else'));

const buildRole = (name: string, ...statements: object[]) => ({
  arn: roleArnOf(name),
  policies: [
    {
      name: 'p',
      document: {
        Version: '2012-10-17',
        Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })),
      },
    },
  ],
});

const roles = [
  buildRole('writer', { Action: 'kms:Encrypt', Resource: secretsKey.arn }),
  buildRole('reader', { Action: 'kms:Decrypt', Resource: secretsKey.arn }),
  buildRole('everything', { Action: 'kms:*', Resource: '*' }),
];

let dataDir: string;
let front: AwsServer;
let calls: CallLog;
let faults: Faults;
let clients: KMSClient[];

beforeEach(async () => {
  dataDir = makeTempDir();
  await startKms();
});

afterEach(() => stopKms());

async function startKms(directory = dataDir): Promise<void> {
  const keys = [secretsKey, otherKey, foreignKey];
  const kms = new Kms({ keys, dataDir: directory });
  [calls, faults, clients] = [new CallLog(), new Faults([kms]), []];
  front = await startAwsServer({
    standIns: [kms],
    runner: { caller: () => undefined, kill: () => undefined },
    iam: new Iam(roles, keys),
    faults,
    calls,
    clock: { now: () => Date.now() },
    trustedKeys: new Map<string, string | null>([
      ['operator', null],
      ...roles.map(({ arn }): [string, string] => [arn.split('/')[1] ?? '', arn]),
    ]),
  });
}

async function stopKms(): Promise<void> {
  for (const client of clients) client.destroy();
  await front.stop();
}

function clientAs(accessKeyId: string): KMSClient {
  const client = new KMSClient({
    endpoint: front.origin,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  clients.push(client);
  return client;
}

async function encrypt(text: string, EncryptionContext?: Record<string, string>, KeyId = secretsKey.id) {
  const command = new EncryptCommand({ KeyId, Plaintext: Buffer.from(text), EncryptionContext });
  const { CiphertextBlob } = await clientAs('operator').send(command);
  return Buffer.from(CiphertextBlob ?? []);
}

const decrypt = (input: Partial<DecryptCommandInput> & { CiphertextBlob: Uint8Array }) =>
  clientAs('operator').send(new DecryptCommand(input));

const endpoint = { workspace: 'acme', endpoint: 'ep_1' };

test('decrypting returns the plaintext and the key', async () => {
  const encrypted = await clientAs('operator').send(
    new EncryptCommand({
      KeyId: secretsKey.arn,
      Plaintext: Buffer.from('whsec_1'),
      EncryptionContext: endpoint,
    }),
  );
  const CiphertextBlob = encrypted.CiphertextBlob ?? new Uint8Array();
  const decrypted = await decrypt({ CiphertextBlob, EncryptionContext: endpoint });

  expect(encrypted).toMatchObject({ KeyId: secretsKey.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  expect(decrypted).toMatchObject({ KeyId: secretsKey.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  expect(Buffer.from(decrypted.Plaintext ?? []).toString()).toBe('whsec_1');
});

test('encrypting the same plaintext twice gives different ciphertexts, and neither contains the plaintext', async () => {
  const [first, second] = [await encrypt('whsec_1'), await encrypt('whsec_1')];

  expect(first.equals(second)).toBe(false);
  expect(first.includes('whsec_1')).toBe(false);
});

test('the order of the encryption context pairs does not matter', async () => {
  const CiphertextBlob = await encrypt('x', { a: '1', b: '2' });

  const { Plaintext } = await decrypt({ CiphertextBlob, EncryptionContext: { b: '2', a: '1' } });

  expect(Buffer.from(Plaintext ?? []).toString()).toBe('x');
});

test.each<[string, Record<string, string> | undefined]>([
  ['none', undefined],
  ['another value', { ...endpoint, endpoint: 'ep_2' }],
  ['a missing pair', { workspace: 'acme' }],
  ['an additional pair', { ...endpoint, more: 'x' }],
  ['the same text with other boundaries', { workspace: 'acme","endpoint":"ep_1' }],
])('a different encryption context does not decrypt: %s', async (_, EncryptionContext) => {
  const CiphertextBlob = await encrypt('whsec_1', endpoint);

  await expect(decrypt({ CiphertextBlob, EncryptionContext })).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
    $metadata: { httpStatusCode: 400 },
  });
});

test('changing any byte of a ciphertext, or removing bytes at either end, is detected', async () => {
  const blob = await encrypt('whsec_1', endpoint);
  const changed = Array.from(blob, (byte, index) => {
    const copy = Buffer.from(blob);
    copy[index] = byte ^ 1;
    return copy;
  });

  for (const CiphertextBlob of [...changed, blob.subarray(0, -1), blob.subarray(0, 20), blob.subarray(1)]) {
    await expect(decrypt({ CiphertextBlob, EncryptionContext: endpoint })).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  }
});

test('a ciphertext moved to another key id is refused', async () => {
  const [ownCiphertext, otherCiphertext] = [
    await encrypt('mine'),
    await encrypt('theirs', undefined, otherKey.id),
  ];
  const CiphertextBlob = Buffer.concat([otherCiphertext.subarray(0, 17), ownCiphertext.subarray(17)]);

  await expect(decrypt({ CiphertextBlob })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
});

test('decrypting with a key other than the encryption key causes an IncorrectKeyException', async () => {
  const CiphertextBlob = await encrypt('x', undefined, otherKey.id);

  expect(await decrypt({ CiphertextBlob, KeyId: otherKey.arn })).toMatchObject({ KeyId: otherKey.arn });
  await expect(decrypt({ CiphertextBlob, KeyId: secretsKey.arn })).rejects.toMatchObject({
    name: 'IncorrectKeyException',
  });
});

test.each(['12345678-2222-3333-4444-555555555555', `${secretsKey.arn}0`, 'alias/secrets', ''])(
  'an unknown key is not found: %p',
  async (KeyId) => {
    const missing = { name: 'NotFoundException', $metadata: { httpStatusCode: 400 } };

    await expect(encrypt('x', {}, KeyId)).rejects.toMatchObject(missing);
    await expect(decrypt({ CiphertextBlob: await encrypt('x'), KeyId })).rejects.toMatchObject(missing);
  },
);

test('4,096 bytes are encrypted, but 4,097 bytes and an empty plaintext are refused', async () => {
  const CiphertextBlob = await encrypt('x'.repeat(4096));

  expect((await decrypt({ CiphertextBlob })).Plaintext).toHaveLength(4096);
  for (const text of ['x'.repeat(4097), '']) {
    await expect(encrypt(text)).rejects.toMatchObject({ name: 'ValidationException' });
  }
});

test('an unsupported operation or parameter is refused, not ignored', async () => {
  const dataKey = new GenerateDataKeyCommand({ KeyId: secretsKey.id, KeySpec: 'AES_256' });
  const dryRun = new EncryptCommand({ KeyId: secretsKey.id, Plaintext: Buffer.from('x'), DryRun: true });

  await expect(clientAs('operator').send(dataKey)).rejects.toMatchObject({ name: 'UnknownOperation' });
  await expect(clientAs('operator').send(dryRun)).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('DryRun'),
  });
});

test('keys are stored in the data folder, so decryption works after a restart but not in another folder', async () => {
  const CiphertextBlob = await encrypt('whsec_1');

  await stopKms();
  await startKms();
  const { Plaintext } = await decrypt({ CiphertextBlob });
  await stopKms();
  await startKms(join(dataDir, 'fresh'));

  expect(Buffer.from(Plaintext ?? []).toString()).toBe('whsec_1');
  await expect(decrypt({ CiphertextBlob })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
});

test('a key added to the template leaves the existing keys unchanged', async () => {
  await stopKms();
  const directory = join(dataDir, 'grown');
  const olderKms = new Kms({ keys: [secretsKey], dataDir: directory });
  const input = { KeyId: secretsKey.id, Plaintext: Buffer.from('x').toString('base64') };
  const encrypted = await olderKms.run(olderKms.read(buildRequest('Encrypt', input)));

  await startKms(directory);

  const { CiphertextBlob } = JSON.parse(String(encrypted.body));
  const decrypted = await decrypt({ CiphertextBlob: Buffer.from(CiphertextBlob, 'base64') });
  expect(decrypted.KeyId).toBe(secretsKey.arn);
});

const buildRequest = (operation: string, input: object) => ({
  method: 'POST',
  path: '/',
  query: new URLSearchParams(),
  headers: { 'x-amz-target': `TrentService.${operation}` },
  body: Buffer.from(JSON.stringify(input)),
});

test('only the owner of the data folder can read the keys', () => {
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('a role may use the actions of its policy on the listed key, if the key policy delegates to the account', async () => {
  const command = (KeyId: string) => new EncryptCommand({ KeyId, Plaintext: Buffer.from('x') });
  const CiphertextBlob = await encrypt('x');
  const denied = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } };

  expect(await clientAs('writer').send(command(secretsKey.id))).toMatchObject({ KeyId: secretsKey.arn });
  expect(await clientAs('reader').send(new DecryptCommand({ CiphertextBlob }))).toMatchObject({
    KeyId: secretsKey.arn,
  });
  await expect(clientAs('writer').send(new DecryptCommand({ CiphertextBlob }))).rejects.toMatchObject(denied);
  await expect(clientAs('reader').send(command(secretsKey.id))).rejects.toMatchObject(denied);
  await expect(clientAs('writer').send(command(otherKey.id))).rejects.toMatchObject(denied);
  await expect(clientAs('everything').send(command(foreignKey.id))).rejects.toMatchObject(denied);
});

test('calls are recorded with the key id and are subject to faults', async () => {
  faults.add({ service: 'kms', operation: 'Encrypt', error: 'KMSInternalException', times: 1 });
  const command = new EncryptCommand({ KeyId: secretsKey.arn, Plaintext: Buffer.from('x') });

  await expect(clientAs('writer').send(command)).rejects.toMatchObject({
    name: 'KMSInternalException',
    $metadata: { httpStatusCode: 500 },
  });
  await clientAs('writer').send(command);

  const row = { function: 'writer', service: 'kms', operation: 'Encrypt', target: secretsKey.id };
  expect(calls.since()).toMatchObject([
    { ...row, error: 'KMSInternalException' },
    { ...row, error: null },
  ]);
});
