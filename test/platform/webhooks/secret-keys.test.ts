import { keys } from '../../../shared/db/keys';
import { withLocalSettings } from '../../support/local-settings';
import { injectFault } from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { verifySignature, WebhookReceiver } from '../../support/webhook-receiver';
import { WebhookSubscriber, type Endpoint } from '../../support/webhook-subscriber';

/** These tests start without a data key, and change the kind of key that encrypts webhook secrets. */
let service: Service;
let table: ServiceTable;
let receiver: WebhookReceiver;

/** The time after which the queue redelivers the message of a failed attempt. */
const visibilityTimeoutMs = 121_000;

const parameter = '/carrier-nest/local/webhook-secrets-key';

beforeEach(async () => {
  service = await Service.start();
  table = await ServiceTable.open(service);
  receiver = await WebhookReceiver.start(service, 'receiver.example');
});

afterEach(async () => {
  await receiver.stop();
  table.close();
  await service.stop();
});

/** Kills the runtime, and continues with the default settings or with a customer-managed key. */
async function redeploy({ customerKey }: { customerKey: boolean }): Promise<void> {
  table.close();
  await service.killHard();
  const start = () => Service.start(service.dataDir);
  service = await (customerKey ? withLocalSettings({ customerKey: true }, start) : start());
  table = await ServiceTable.open(service);
}

const createSubscriber = async (): Promise<WebhookSubscriber> => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  return WebhookSubscriber.create(service);
};

const keyOf = ({ workspace }: WebhookSubscriber, { id }: Endpoint) =>
  keys.webhookEndpoint(workspace.workspaceId, id);

const sealedSecretOf = async (subscriber: WebhookSubscriber, endpoint: Endpoint): Promise<string> =>
  String((await table.get(keyOf(subscriber, endpoint)))?.['sealedSecret']);

async function replaceSealedSecret(
  subscriber: WebhookSubscriber,
  endpoint: Endpoint,
  sealedSecret: string,
): Promise<void> {
  const key = keyOf(subscriber, endpoint);
  const record = { ...(await table.get(key)), ...key, sealedSecret };
  await table.putAll([record]);
}

/** Returns the calls of KMS and Parameter Store as `function operation error`. The host rate selects the queue. */
const encryptionCalls = async (): Promise<string[]> =>
  (await service.calls())
    .filter((row) => row.service === 'kms' || row.service === 'ssm')
    .map(({ function: name, operation, error }) => [name.replace(/^.*-/, ''), operation, error ?? ''])
    .map((parts) => parts.join(' ').replace('SlowWebhook', 'Webhook').trim());

test('two functions that create the data key at the same time use the same key', async () => {
  const subscriber = await createSubscriber();
  // Both functions have read that the parameter is missing before one of them creates it.
  await injectFault(service, 'ssm PutParameter', { delay_ms: 2_000, times: 2 });

  const endpoints = await Promise.all([
    subscriber.createEndpoint(receiver.url),
    subscriber.createEndpoint(`${receiver.url}-2`),
  ]);
  await subscriber.reportDelay();
  await service.settle();

  expect((await encryptionCalls()).filter((call) => call.includes('PutParameter')).sort()).toEqual([
    'createWebhookEndpoint PutParameter',
    'createWebhookEndpoint PutParameter ParameterAlreadyExists',
  ]);
  for (const endpoint of endpoints)
    expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({ status: 'success', attempts: 1 });
  const secrets = new Map(endpoints.map(({ secret }, index) => [['/hook', '/hook-2'][index], secret]));
  for (const request of receiver.received)
    expect(verifySignature(request, secrets.get(request.path) ?? '')).toBeGreaterThan(0);
});

test.each([
  ['GetParameter', { error: 'ThrottlingException' }],
  ['PutParameter', { error: 'TooManyUpdates' }],
  ['PutParameter', { crash: 'after', times: 1 }],
])(
  'an endpoint is not created while %s fails (%j), and is created after recovery',
  async (operation, fault) => {
    const subscriber = await createSubscriber();
    await injectFault(service, `ssm ${operation}`, fault);
    const request = { url: 'https://hooks.example/', events: ['send'] };

    const failed = await subscriber.workspace.api('POST', '/v1/webhook-endpoints', request);
    await service.control('DELETE', '/faults');
    const created = await subscriber.workspace.api('POST', '/v1/webhook-endpoints', request);
    const listed = await subscriber.workspace.api('GET', '/v1/webhook-endpoints');

    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(created.status).toBe(201);
    expect(listed.body.data).toHaveLength(1);
  },
);

test('a lost response to the creation of the data key does not matter', async () => {
  const subscriber = await createSubscriber();
  await injectFault(service, 'ssm PutParameter', { error: 'InternalServerError', applied: true, times: 1 });

  const endpoint = await subscriber.createEndpoint(receiver.url);
  await subscriber.reportDelay();
  await service.settle();

  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({ status: 'success', attempts: 1 });
});

test('a sealed secret in which any part was changed is not used, and the attempt is made once it is restored', async () => {
  const subscriber = await createSubscriber();
  const endpoint = await subscriber.createEndpoint(receiver.url);
  const sealed = await sealedSecretOf(subscriber, endpoint);
  const bytes = Buffer.from(sealed.replace('data-key:', ''), 'base64');
  // The bytes are in the nonce, the tag and the text.
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await replaceSealedSecret(subscriber, endpoint, `data-key:${changed.toString('base64')}`);
    await subscriber.reportDelay();
    await service.settle();
  }
  const meanwhile = await subscriber.listDeliveries(endpoint);
  await replaceSealedSecret(subscriber, endpoint, sealed);
  await service.advance(visibilityTimeoutMs);

  expect(meanwhile.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
    Array.from({ length: 3 }, () => 'pending 0'),
  );
  expect((await subscriber.listDeliveries(endpoint)).map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'success'),
  );
  for (const request of receiver.received)
    expect(verifySignature(request, endpoint.secret)).toBeGreaterThan(0);
});

test('with a customer-managed key, secrets of the data key remain readable, and new ones need the new key', async () => {
  let subscriber = await createSubscriber();
  const older = await subscriber.createEndpoint(receiver.url);

  await redeploy({ customerKey: true });
  subscriber = subscriber.reconnect(service);
  await service.control('PATCH', '/settings', { auto_delivery: false });
  const newer = await subscriber.createEndpoint(`${receiver.url}-2`);
  await subscriber.reportDelay();
  await service.settle();
  const callsWithKey = await encryptionCalls();
  const deliveriesWithKey = [
    await subscriber.getOnlyDelivery(older),
    await subscriber.getOnlyDelivery(newer),
  ];

  expect((await sealedSecretOf(subscriber, older)).startsWith('data-key:')).toBe(true);
  expect((await sealedSecretOf(subscriber, newer)).startsWith('data-key:')).toBe(false);
  expect(deliveriesWithKey).toMatchObject([{ status: 'success' }, { status: 'success' }]);
  expect([...new Set(callsWithKey)].sort()).toEqual([
    'createWebhookEndpoint Encrypt',
    'deliverWebhook Decrypt',
    'deliverWebhook GetParameter',
  ]);

  await redeploy({ customerKey: false });
  subscriber = subscriber.reconnect(service);
  await subscriber.reportDelay();
  await service.settle();
  const [olderDelivery] = await subscriber.listDeliveries(older);
  const [newerDelivery] = await subscriber.listDeliveries(newer);

  expect(olderDelivery).toMatchObject({ status: 'success', attempts: 1 });
  expect(newerDelivery).toMatchObject({ status: 'pending', attempts: 0 });
  expect(service.output()).toContain('Set adopt.webhookSecretsKey to its ID and deploy again');
  expect(await encryptionCalls()).toEqual(['deliverWebhook GetParameter']);

  await redeploy({ customerKey: true });
  subscriber = subscriber.reconnect(service);
  await service.advance(visibilityTimeoutMs);

  expect((await subscriber.listDeliveries(newer))[0]).toMatchObject({ status: 'success', attempts: 1 });
});

test('the data key is a parameter of the stage, and functions read it once per instance', async () => {
  const subscriber = await createSubscriber();
  await subscriber.createEndpoint(receiver.url);
  await subscriber.createEndpoint(`${receiver.url}-2`);
  await subscriber.reportDelay();
  await service.settle();
  await subscriber.reportDelay();
  await service.settle();

  const calls = (await service.calls()).filter((row) => row.service === 'ssm');
  expect(new Set(calls.map(({ target }) => target))).toEqual(new Set([parameter]));
  expect(await encryptionCalls()).toEqual(
    expect.arrayContaining(['createWebhookEndpoint GetParameter ParameterNotFound']),
  );
  expect(calls.filter((row) => row.function.endsWith('createWebhookEndpoint'))).toHaveLength(2);
});
