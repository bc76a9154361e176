import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { verifyWebhook } from '../../packages/sdk/src/webhooks';
import { hourMs } from '../../shared/core/time';
import { webhookEventTypes } from '../../shared/db/records/webhooks';
import { deliverInboundMail } from '../support/inbound-mail';
import { anEmail } from '../support/factories';
import { useService } from '../support/use-service';
import { makeTempDir } from '../support/run/run-dir';
import { RecordingProxy, type RecordedRequest } from './support/recording-proxy';
import { ReceiverProcess } from './support/receiver-process';

// These tests run a receiver, a compiler and Python in addition to the service.

const docs = readFileSync('docs/webhooks.md', 'utf8');
const codeBlocksOf = (language: string): string[] =>
  [...docs.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

const dir = makeTempDir();
const receiverFile = join(dir, 'receiver.ts');

const service = useService();
let recordingProxy: RecordingProxy;
let receiver: ReceiverProcess;
let endpoint: { id: string; secret: string };

/** Sets up the project of a user who follows the page, with the installed package and the code in a file. */
beforeAll(async () => {
  mkdirSync(join(dir, 'node_modules/@carrier-nest'), { recursive: true });
  symlinkSync(resolve('packages/sdk'), join(dir, 'node_modules/@carrier-nest/sdk'));
  writeFileSync(receiverFile, codeBlocksOf('ts').join('\n'));

  const body = { url: 'http://hooks.acme.example/mail', events: webhookEventTypes };
  endpoint = (await service.api('POST', '/v1/webhook-endpoints', { body })).body;
  receiver = await ReceiverProcess.start(receiverFile, endpoint.secret);
  recordingProxy = await RecordingProxy.start(receiver.port);
  await service.control('PUT', '/hosts/hooks.acme.example', { to: `127.0.0.1:${recordingProxy.port}` });
});

afterAll(async () => {
  await recordingProxy.stop();
  await receiver.stop();
});

/** Sends an email, waits until the receiver has printed the delivery, and returns the id of the email. */
async function sendAndAwaitWebhooks(): Promise<string> {
  const { id } = (await service.api('POST', '/v1/emails', { body: anEmail({ subject: 'Größe 🦊' }) })).body;
  await receiver.waitForOutput(`delivery of ${id}`);
  await receiver.waitForOutput(`send of ${id}`);
  return id;
}

const latestRequestOf = (type: string): RecordedRequest => {
  const request = recordingProxy.requests.findLast(({ body }) => JSON.parse(body.toString()).type === type);
  if (!request) throw new Error(`The receiver got no event of type ${type}`);
  return request;
};

test('the receiver accepts requests that the service signs, and the delivery list shows the success', async () => {
  await sendAndAwaitWebhooks();
  await service.settle();

  const list = await service.api('GET', `/v1/webhook-endpoints/${endpoint.id}/events`);
  expect(list.body.data).toEqual(
    expect.arrayContaining(
      ['send', 'delivery'].map((event) =>
        expect.objectContaining({ event, status: 'success', last_status_code: 204 }),
      ),
    ),
  );
  const deliveryIds = new Set(recordingProxy.requests.map(({ headers }) => headers['x-cn-delivery']));
  expect(deliveryIds).toEqual(new Set(list.body.data.map(({ id }: { id: string }) => id)));
});

test('the receiver responds to a repeated delivery but does not handle it again', async () => {
  const id = await sendAndAwaitWebhooks();

  const again = await receiver.post(latestRequestOf('delivery'));
  await sendAndAwaitWebhooks();

  expect(again).toBe(204);
  expect(receiver.output().split(`delivery of ${id}`)).toHaveLength(2);
});

test('the receiver refuses a changed body and a request without a signature', async () => {
  await sendAndAwaitWebhooks();
  const { headers, body } = latestRequestOf('send');
  const unsigned = { ...headers, 'x-cn-signature': undefined };

  expect(await receiver.post({ headers, body: Buffer.from(body.toString().replace('send', 'open')) })).toBe(
    400,
  );
  expect(await receiver.post({ headers: unsigned, body })).toBe(400);
  expect(await receiver.post({ headers, body })).toBe(204);
});

test("after a clock move, the receiver accepts requests if it uses the service's clock", async () => {
  await service.advance(hourMs / 2);
  const CLOCK_URL = `${service.metadata.console}/control/clock`;
  const [withServiceClock, withSystemClock] = [
    await ReceiverProcess.start(receiverFile, endpoint.secret, { CLOCK_URL }),
    await ReceiverProcess.start(receiverFile, endpoint.secret, {}),
  ];
  await sendAndAwaitWebhooks();

  const responseStatuses = [
    await withServiceClock.post(latestRequestOf('send')),
    await withSystemClock.post(latestRequestOf('send')),
  ];
  await Promise.all([withServiceClock.stop(), withSystemClock.stop()]);

  expect(responseStatuses).toEqual([204, 400]);
  expect(withSystemClock.output()).toContain('refused: The signature is from the future');
});

test('a stopped receiver causes a refused connection and a retry', async () => {
  const closedServer = await RecordingProxy.start(0);
  await service.control('PUT', '/hosts/closed.acme.example', { to: `127.0.0.1:${closedServer.port}` });
  await closedServer.stop();
  const body = { url: 'http://closed.acme.example/mail', events: ['send'] };
  const { id } = (await service.api('POST', '/v1/webhook-endpoints', { body })).body;

  await sendAndAwaitWebhooks();
  await service.settle();

  const { data } = (await service.api('GET', `/v1/webhook-endpoints/${id}/events`)).body;
  expect(data).toEqual([
    expect.objectContaining({ status: 'failed', last_status_code: null, last_error: 'connection refused' }),
  ]);
  await service.api('DELETE', `/v1/webhook-endpoints/${id}`);
});

test('the receiver code passes strict type checking, including its access to event fields', () => {
  const node = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
  const modules = ['--module', 'preserve', '--moduleResolution', 'bundler', '--target', 'es2023'];
  const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--ignoreConfig', '--skipLibCheck'];

  const tsc = spawnSync(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    ...options,
    ...modules,
    ...node,
    receiverFile,
  ]);

  expect(tsc.stdout.toString()).toBe('');
  expect(tsc.status).toBe(0);
});

test('TypeScript and Python agree with the service on the validity of signatures', async () => {
  await sendAndAwaitWebhooks();
  const cases = recordingProxy.requests.flatMap(signatureCasesOf);

  const pythonResults = verifyInPython(cases);

  expect(pythonResults).toEqual(await Promise.all(cases.map(isVerified)));
  expect(pythonResults).toEqual(cases.map(({ isValid }) => isValid));
  expect(new Set(pythonResults)).toEqual(new Set([true, false]));
});

test('the documented test values are a valid signature', async () => {
  const [secret = '', body = '', signature = ''] = ['secret', 'body', '`X-CN-Signature`'].map(
    (name) => new RegExp(`^\\| ${name} +\\| \`(.*?)\` +\\|$`, 'm').exec(docs)?.[1],
  );

  expect(await verifyWebhook({ body, signature, secret, now: 1_795_290_743_000 })).toEqual(JSON.parse(body));
});

test('the documented examples have the fields of the actual payloads', async () => {
  await sendAndAwaitWebhooks();
  await deliverInboundMail(
    service,
    { recipients: `desk@${service.metadata.domains.transactional}` },
    'Hi\r\n\r\nHi',
  );
  await receiver.waitForOutput(' wrote: Hi');
  const examples = codeBlocksOf('json').map((example) => JSON.parse(example));

  for (const type of ['click', 'inbound']) {
    const example = examples.find((candidate) => candidate.type === type);
    const { body } = latestRequestOf(type === 'click' ? 'delivery' : type);

    expect(Object.keys(example)).toEqual(Object.keys(JSON.parse(body.toString())));
  }
});

interface SignatureCase {
  body: string;
  signature: string | null;
  secret: string;
  /** The current time, in seconds since 1970. */
  now: number;
  isValid: boolean;
}

/** Returns the unchanged request, and variations that must be accepted or refused. */
function signatureCasesOf({ headers, body }: RecordedRequest): SignatureCase[] {
  const signature = String(headers['x-cn-signature']);
  const timestamp = Number(/t=(\d+)/.exec(signature)?.[1]);
  const validCase = {
    body: body.toString(),
    signature,
    secret: endpoint.secret,
    now: timestamp,
    isValid: true,
  };
  const invalidCase = { ...validCase, isValid: false };
  return [
    validCase,
    { ...validCase, now: timestamp + 300 },
    { ...validCase, now: timestamp - 300 },
    { ...validCase, signature: `v2=x, ${signature}, v1=${'0'.repeat(64)}` },
    { ...invalidCase, now: timestamp + 301 },
    { ...invalidCase, now: timestamp - 301 },
    { ...invalidCase, body: `${validCase.body} ` },
    { ...invalidCase, body: validCase.body.replace('Größe', 'Grosse'), signature: signature.toUpperCase() },
    { ...invalidCase, signature: signature.replace(`t=${timestamp}`, `t=${timestamp + 1}`) },
    { ...invalidCase, signature: signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
    { ...invalidCase, signature: signature.replace('v1=', 'v0=') },
    { ...invalidCase, signature: `${signature},t=${timestamp}` },
    { ...invalidCase, signature: `t=${timestamp},v1=` },
    { ...invalidCase, signature: 'é' },
    { ...invalidCase, signature: '' },
    { ...invalidCase, signature: null },
    { ...invalidCase, secret: `${endpoint.secret}0` },
  ];
}

const isVerified = ({ body, signature, secret, now }: SignatureCase): Promise<boolean> =>
  verifyWebhook({ body, signature, secret, now: now * 1000 }).then(
    ({ type }) => type.length > 0,
    () => false,
  );

const pythonTail = `
import sys

def is_verified(case):
    try:
        event = verify_webhook(case["body"].encode(), case["signature"], case["secret"], now=case["now"])
        return event == json.loads(case["body"])
    except WebhookVerificationError:
        return False

json.dump([is_verified(case) for case in json.load(sys.stdin)], sys.stdout)
`;

function verifyInPython(cases: readonly SignatureCase[]): boolean[] {
  const python = spawnSync('python3', ['-c', codeBlocksOf('python').join('\n') + pythonTail], {
    input: JSON.stringify(cases),
  });
  if (python.error)
    throw new Error('python3 is needed: docs/webhooks.md has code for it', { cause: python.error });
  if (python.status !== 0)
    throw new Error(`The Python of docs/webhooks.md failed: ${python.stderr.toString()}`);
  return JSON.parse(python.stdout.toString());
}
