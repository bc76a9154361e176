import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { verifyWebhook } from '../../packages/sdk/src/webhooks';
import { hourMs } from '../../shared/core/time';
import { webhookEventTypes } from '../../shared/db/records/webhooks';
import { arrive } from '../support/correspondent';
import { anEmail } from '../support/factories';
import { theService } from '../support/the-service';
import { aFolder } from '../support/run/run-folder';
import { Recorder, type RecordedRequest } from './support/recorder';
import { Receiver } from './support/receiver';

// A receiver, a compiler and Python start beside the service.

const docs = readFileSync('docs/webhooks.md', 'utf8');
const blocksOf = (language: string): string[] =>
  [...docs.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

const dir = aFolder();
const receiverFile = join(dir, 'receiver.ts');

const service = theService();
let recorder: Recorder;
let receiver: Receiver;
let endpoint: { id: string; secret: string };

/** A workspace of somebody who follows the page: the package is there, the code is in a file. */
beforeAll(async () => {
  mkdirSync(join(dir, 'node_modules/@carrier-nest'), { recursive: true });
  symlinkSync(resolve('packages/sdk'), join(dir, 'node_modules/@carrier-nest/sdk'));
  writeFileSync(receiverFile, blocksOf('ts').join('\n'));

  const body = { url: 'http://hooks.acme.example/mail', events: webhookEventTypes };
  endpoint = (await service.api('POST', '/v1/webhook-endpoints', { body })).body;
  receiver = await Receiver.start(receiverFile, endpoint.secret);
  recorder = await Recorder.start(receiver.port);
  await service.control('PUT', '/hosts/hooks.acme.example', { to: `127.0.0.1:${recorder.port}` });
});

afterAll(async () => {
  await recorder?.stop();
  await receiver?.stop();
});

/** Sends a mail and returns its id once the receiver has said that it was delivered. */
async function tellOfAMail(): Promise<string> {
  const { id } = (await service.api('POST', '/v1/emails', { body: anEmail({ subject: 'Größe 🦊' }) })).body;
  await receiver.said(`delivery of ${id}`);
  await receiver.said(`send of ${id}`);
  return id;
}

const requestFor = (type: string): RecordedRequest => {
  const request = recorder.requests.findLast(({ body }) => JSON.parse(body.toString()).type === type);
  if (!request) throw new Error(`Nothing was told of type ${type}`);
  return request;
};

test('the receiver takes what the service signs, and the list of deliveries says so', async () => {
  await tellOfAMail();
  await service.settle();

  const list = await service.api('GET', `/v1/webhook-endpoints/${endpoint.id}/events`);
  expect(list.body.data).toEqual(
    expect.arrayContaining(
      ['send', 'delivery'].map((event) =>
        expect.objectContaining({ event, status: 'success', last_status_code: 204 }),
      ),
    ),
  );
  const told = new Set(recorder.requests.map(({ headers }) => headers['x-cn-delivery']));
  expect(told).toEqual(new Set(list.body.data.map(({ id }: { id: string }) => id)));
});

test('a delivery that comes again is answered and not handled again', async () => {
  const id = await tellOfAMail();

  const again = await receiver.post(requestFor('delivery'));
  await tellOfAMail();

  expect(again).toBe(204);
  expect(receiver.output().split(`delivery of ${id}`)).toHaveLength(2);
});

test('the receiver refuses a body that was changed, and one without a signature', async () => {
  await tellOfAMail();
  const { headers, body } = requestFor('send');
  const unsigned = { ...headers, 'x-cn-signature': undefined };

  expect(await receiver.post({ headers, body: Buffer.from(body.toString().replace('send', 'open')) })).toBe(
    400,
  );
  expect(await receiver.post({ headers: unsigned, body })).toBe(400);
  expect(await receiver.post({ headers, body })).toBe(204);
});

test('once the clock was moved the receiver takes what comes if it looks at the clock of the service', async () => {
  await service.advance(hourMs / 2);
  const CLOCK_URL = `${service.at.console}/control/clock`;
  const [knowing, trusting] = [
    await Receiver.start(receiverFile, endpoint.secret, { CLOCK_URL }),
    await Receiver.start(receiverFile, endpoint.secret, {}),
  ];
  await tellOfAMail();

  const answers = [await knowing.post(requestFor('send')), await trusting.post(requestFor('send'))];
  await Promise.all([knowing.stop(), trusting.stop()]);

  expect(answers).toEqual([204, 400]);
  expect(trusting.output()).toContain('refused: The signature is from the future');
});

test('a receiver that does not run is a refused connection, and a retry that is owed', async () => {
  const closed = await Recorder.start(0);
  await service.control('PUT', '/hosts/closed.acme.example', { to: `127.0.0.1:${closed.port}` });
  await closed.stop();
  const body = { url: 'http://closed.acme.example/mail', events: ['send'] };
  const { id } = (await service.api('POST', '/v1/webhook-endpoints', { body })).body;

  await tellOfAMail();
  await service.settle();

  const { data } = (await service.api('GET', `/v1/webhook-endpoints/${id}/events`)).body;
  expect(data).toEqual([
    expect.objectContaining({ status: 'failed', last_status_code: null, last_error: 'connection refused' }),
  ]);
  await service.api('DELETE', `/v1/webhook-endpoints/${id}`);
});

test('the receiver compiles, strictly: the types lead to the fields of each event', () => {
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

test('TypeScript and Python agree with the service on what is signed, and with each other', async () => {
  await tellOfAMail();
  const cases = recorder.requests.flatMap(variantsOf);

  const byPython = judgedByPython(cases);

  expect(byPython).toEqual(await Promise.all(cases.map(isVerified)));
  expect(byPython).toEqual(cases.map(({ isGenuine }) => isGenuine));
  expect(new Set(byPython)).toEqual(new Set([true, false]));
});

test('the values for any other language are those of a signature', async () => {
  const [secret = '', body = '', signature = ''] = ['secret', 'body', '`X-CN-Signature`'].map(
    (name) => new RegExp(`^\\| ${name} +\\| \`(.*?)\` +\\|$`, 'm').exec(docs)?.[1],
  );

  expect(await verifyWebhook({ body, signature, secret, now: 1_795_290_743_000 })).toEqual(JSON.parse(body));
});

test('the examples have the fields of what the service sends', async () => {
  await tellOfAMail();
  await arrive(service, { rcpt: `desk@${service.at.domains.transactional}` }, 'Hi\r\n\r\nHi');
  await receiver.said(' wrote: Hi');
  const examples = blocksOf('json').map((example) => JSON.parse(example));

  for (const type of ['click', 'inbound']) {
    const example = examples.find((one) => one.type === type);
    const { body } = requestFor(type === 'click' ? 'delivery' : type);

    expect(Object.keys(example)).toEqual(Object.keys(JSON.parse(body.toString())));
  }
});

interface Case {
  body: string;
  signature: string | null;
  secret: string;
  /** Seconds since 1970. */
  now: number;
  isGenuine: boolean;
}

/** The request as it came, and what it could be mistaken for. */
function variantsOf({ headers, body }: RecordedRequest): Case[] {
  const signature = String(headers['x-cn-signature']);
  const at = Number(/t=(\d+)/.exec(signature)?.[1]);
  const genuine = { body: body.toString(), signature, secret: endpoint.secret, now: at, isGenuine: true };
  const forged = { ...genuine, isGenuine: false };
  return [
    genuine,
    { ...genuine, now: at + 300 },
    { ...genuine, now: at - 300 },
    { ...genuine, signature: `v2=x, ${signature}, v1=${'0'.repeat(64)}` },
    { ...forged, now: at + 301 },
    { ...forged, now: at - 301 },
    { ...forged, body: `${genuine.body} ` },
    { ...forged, body: genuine.body.replace('Größe', 'Grosse'), signature: signature.toUpperCase() },
    { ...forged, signature: signature.replace(`t=${at}`, `t=${at + 1}`) },
    { ...forged, signature: signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
    { ...forged, signature: signature.replace('v1=', 'v0=') },
    { ...forged, signature: `${signature},t=${at}` },
    { ...forged, signature: `t=${at},v1=` },
    { ...forged, signature: 'é' },
    { ...forged, signature: '' },
    { ...forged, signature: null },
    { ...forged, secret: `${endpoint.secret}0` },
  ];
}

const isVerified = ({ body, signature, secret, now }: Case): Promise<boolean> =>
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

function judgedByPython(cases: readonly Case[]): boolean[] {
  const python = spawnSync('python3', ['-c', blocksOf('python').join('\n') + pythonTail], {
    input: JSON.stringify(cases),
  });
  if (python.error)
    throw new Error('python3 is needed: docs/webhooks.md has code for it', { cause: python.error });
  if (python.status !== 0) throw new Error(`The Python of docs/webhooks.md failed: ${python.stderr}`);
  return JSON.parse(python.stdout.toString());
}
