import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  DecryptCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  type DecryptCommandInput,
} from '@aws-sdk/client-kms';
import { Calls } from '../../packages/local/src/aws/front/calls';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { startFront, type Front } from '../../packages/local/src/aws/front/front';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import { Kms } from '../../packages/local/src/aws/kms/kms';
import type { KeySpec } from '../../packages/local/src/template/deployment';
import { aFolder } from '../support/run/run-folder';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const account = '123456789012';
const role = (name: string) => `arn:aws:iam::${account}:role/${name}`;

/** With the policy that CDK writes: the account may do everything, so its roles' policies decide. */
function aKey(id: string, principal = `arn:aws:iam::${account}:root`): KeySpec {
  const statement = { Effect: 'Allow', Action: 'kms:*', Resource: '*', Principal: { AWS: principal } };
  return {
    id,
    arn: `arn:aws:kms:us-east-1:${account}:key/${id}`,
    policy: { Version: '2012-10-17', Statement: [statement] },
  };
}

const secrets = aKey('11111111-2222-3333-4444-555555555555');
const other = aKey('99999999-2222-3333-4444-555555555555');
const closed = aKey('77777777-2222-3333-4444-555555555555', role('somebody-else'));

const aRole = (name: string, ...statements: object[]) => ({
  arn: role(name),
  policies: [
    {
      name: 'p',
      document: {
        Version: '2012-10-17',
        Statement: statements.map((each) => ({ Effect: 'Allow', ...each })),
      },
    },
  ],
});

const roles = [
  aRole('writer', { Action: 'kms:Encrypt', Resource: secrets.arn }),
  aRole('reader', { Action: 'kms:Decrypt', Resource: secrets.arn }),
  aRole('everything', { Action: 'kms:*', Resource: '*' }),
];

let dataDir: string;
let front: Front;
let calls: Calls;
let faults: Faults;
let clients: KMSClient[];

beforeEach(async () => {
  dataDir = aFolder();
  await open();
});

afterEach(() => close());

async function open(directory = dataDir): Promise<void> {
  const keys = [secrets, other, closed];
  const kms = new Kms({ keys, dataDir: directory });
  [calls, faults, clients] = [new Calls(), new Faults([kms]), []];
  front = await startFront({
    standIns: [kms],
    runner: { caller: () => undefined, kill: () => undefined },
    iam: new Iam(roles, keys),
    faults,
    calls,
    clock: { now: () => Date.now() },
    trusted: new Map<string, string | null>([
      ['operator', null],
      ...roles.map(({ arn }): [string, string] => [arn.split('/')[1] ?? '', arn]),
    ]),
  });
}

async function close(): Promise<void> {
  for (const client of clients) client.destroy();
  await front.stop();
}

function as(accessKeyId: string): KMSClient {
  const client = new KMSClient({
    endpoint: front.origin,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  clients.push(client);
  return client;
}

async function encrypt(text: string, EncryptionContext?: Record<string, string>, KeyId = secrets.id) {
  const command = new EncryptCommand({ KeyId, Plaintext: Buffer.from(text), EncryptionContext });
  const { CiphertextBlob } = await as('operator').send(command);
  return Buffer.from(CiphertextBlob ?? []);
}

const decrypt = (input: Partial<DecryptCommandInput> & { CiphertextBlob: Uint8Array }) =>
  as('operator').send(new DecryptCommand(input));

const endpoint = { workspace: 'acme', endpoint: 'ep_1' };

test('what is encrypted comes back, with the key that did it', async () => {
  const encrypted = await as('operator').send(
    new EncryptCommand({
      KeyId: secrets.arn,
      Plaintext: Buffer.from('whsec_1'),
      EncryptionContext: endpoint,
    }),
  );
  const CiphertextBlob = encrypted.CiphertextBlob ?? new Uint8Array();
  const decrypted = await decrypt({ CiphertextBlob, EncryptionContext: endpoint });

  expect(encrypted).toMatchObject({ KeyId: secrets.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  expect(decrypted).toMatchObject({ KeyId: secrets.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
  expect(Buffer.from(decrypted.Plaintext ?? []).toString()).toBe('whsec_1');
});

test('the same text is another ciphertext each time, and is not found in it', async () => {
  const [first, second] = [await encrypt('whsec_1'), await encrypt('whsec_1')];

  expect(first.equals(second)).toBe(false);
  expect(first.includes('whsec_1')).toBe(false);
});

test('the order of the pairs of a context does not count', async () => {
  const CiphertextBlob = await encrypt('x', { a: '1', b: '2' });

  const { Plaintext } = await decrypt({ CiphertextBlob, EncryptionContext: { b: '2', a: '1' } });

  expect(Buffer.from(Plaintext ?? []).toString()).toBe('x');
});

test.each<[string, Record<string, string> | undefined]>([
  ['none', undefined],
  ['another value', { ...endpoint, endpoint: 'ep_2' }],
  ['a pair less', { workspace: 'acme' }],
  ['a pair more', { ...endpoint, more: 'x' }],
  ['the same letters, cut differently', { workspace: 'acme","endpoint":"ep_1' }],
])('a context that is not the one of the encryption decrypts nothing: %s', async (_, EncryptionContext) => {
  const CiphertextBlob = await encrypt('whsec_1', endpoint);

  await expect(decrypt({ CiphertextBlob, EncryptionContext })).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
    $metadata: { httpStatusCode: 400 },
  });
});

test('no byte of a ciphertext can be changed, and none can be left out', async () => {
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

test('what an attacker moves under the name of another key is refused', async () => {
  const [mine, theirs] = [await encrypt('mine'), await encrypt('theirs', undefined, other.id)];
  const CiphertextBlob = Buffer.concat([theirs.subarray(0, 17), mine.subarray(17)]);

  await expect(decrypt({ CiphertextBlob })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
});

test('a ciphertext of another key than the named one is refused as such', async () => {
  const CiphertextBlob = await encrypt('x', undefined, other.id);

  expect(await decrypt({ CiphertextBlob, KeyId: other.arn })).toMatchObject({ KeyId: other.arn });
  await expect(decrypt({ CiphertextBlob, KeyId: secrets.arn })).rejects.toMatchObject({
    name: 'IncorrectKeyException',
  });
});

test.each(['12345678-2222-3333-4444-555555555555', `${secrets.arn}0`, 'alias/secrets', ''])(
  'a key that is not there is not found: %p',
  async (KeyId) => {
    const missing = { name: 'NotFoundException', $metadata: { httpStatusCode: 400 } };

    await expect(encrypt('x', {}, KeyId)).rejects.toMatchObject(missing);
    await expect(decrypt({ CiphertextBlob: await encrypt('x'), KeyId })).rejects.toMatchObject(missing);
  },
);

test('4,096 bytes are encrypted, one more is refused, and so is nothing', async () => {
  const CiphertextBlob = await encrypt('x'.repeat(4096));

  expect((await decrypt({ CiphertextBlob })).Plaintext).toHaveLength(4096);
  for (const text of ['x'.repeat(4097), '']) {
    await expect(encrypt(text)).rejects.toMatchObject({ name: 'ValidationException' });
  }
});

test('an operation or a parameter that the stand-in does not have is refused, not ignored', async () => {
  const dataKey = new GenerateDataKeyCommand({ KeyId: secrets.id, KeySpec: 'AES_256' });
  const dryRun = new EncryptCommand({ KeyId: secrets.id, Plaintext: Buffer.from('x'), DryRun: true });

  await expect(as('operator').send(dataKey)).rejects.toMatchObject({ name: 'UnknownOperation' });
  await expect(as('operator').send(dryRun)).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('DryRun'),
  });
});

test('keys stay as long as the data folder: another start decrypts, another folder does not', async () => {
  const CiphertextBlob = await encrypt('whsec_1');

  await close();
  await open();
  const { Plaintext } = await decrypt({ CiphertextBlob });
  await close();
  await open(join(dataDir, 'fresh'));

  expect(Buffer.from(Plaintext ?? []).toString()).toBe('whsec_1');
  await expect(decrypt({ CiphertextBlob })).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
});

test('a key that the template gains leaves the older ones as they are', async () => {
  await close();
  const directory = join(dataDir, 'grown');
  const before = new Kms({ keys: [secrets], dataDir: directory });
  const input = { KeyId: secrets.id, Plaintext: Buffer.from('x').toString('base64') };
  const encrypted = await before.run(before.read(request('Encrypt', input)));

  await open(directory);

  const { CiphertextBlob } = JSON.parse(String(encrypted.body));
  const decrypted = await decrypt({ CiphertextBlob: Buffer.from(CiphertextBlob, 'base64') });
  expect(decrypted.KeyId).toBe(secrets.arn);
});

const request = (operation: string, input: object) => ({
  method: 'POST',
  path: '/',
  query: new URLSearchParams(),
  headers: { 'x-amz-target': `TrentService.${operation}` },
  body: Buffer.from(JSON.stringify(input)),
});

test('nobody but the owner of the data folder can read the keys', () => {
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
});

test("a role may do what its policy lists, on the listed key, if the key's policy leaves it to the account", async () => {
  const command = (KeyId: string) => new EncryptCommand({ KeyId, Plaintext: Buffer.from('x') });
  const CiphertextBlob = await encrypt('x');
  const denied = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } };

  expect(await as('writer').send(command(secrets.id))).toMatchObject({ KeyId: secrets.arn });
  expect(await as('reader').send(new DecryptCommand({ CiphertextBlob }))).toMatchObject({
    KeyId: secrets.arn,
  });
  await expect(as('writer').send(new DecryptCommand({ CiphertextBlob }))).rejects.toMatchObject(denied);
  await expect(as('reader').send(command(secrets.id))).rejects.toMatchObject(denied);
  await expect(as('writer').send(command(other.id))).rejects.toMatchObject(denied);
  await expect(as('everything').send(command(closed.id))).rejects.toMatchObject(denied);
});

test('calls are noted with the id of the key, and faults strike them', async () => {
  faults.add({ service: 'kms', operation: 'Encrypt', error: 'KMSInternalException', times: 1 });
  const command = new EncryptCommand({ KeyId: secrets.arn, Plaintext: Buffer.from('x') });

  await expect(as('writer').send(command)).rejects.toMatchObject({
    name: 'KMSInternalException',
    $metadata: { httpStatusCode: 500 },
  });
  await as('writer').send(command);

  const row = { function: 'writer', service: 'kms', operation: 'Encrypt', target: secrets.id };
  expect(calls.since()).toMatchObject([
    { ...row, error: 'KMSInternalException' },
    { ...row, error: null },
  ]);
});
