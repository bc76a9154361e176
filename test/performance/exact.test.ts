import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { measureUnits } from '../../bench/automations/units';
import { beginMinute, callsOf, htmlOf, meteredSend, readsOf, writesOf } from '../../bench/metered-send';
import { wavesOfCall, wavesOfSend } from '../../bench/round-trips';
import { routes } from '../../functions/api/routes';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { chunksOf } from '../../shared/core/chunks';
import { anEmail } from '../support/factories';
import { Receiver } from '../support/receiver';
import { Service, type CallRow } from '../support/service';
import { Subscriber } from '../support/subscriber';
import { expectCheapPages } from './support/cheap-pages';

let service: Service;
/** Each function's bundle in the synthesized stacks, by the function's name. */
let bundles: Map<string, string>;

beforeAll(async () => {
  service = await Service.start();
  const { functions } = readDeployment((await synthesize()).assembly, {
    region: 'us-east-1',
    accountId: '000000000000',
    queueUrl: (name) => name,
    parameters: { OAuthIssuer: '', OAuthAudience: '', OAuthJwksUri: '' },
  });
  bundles = new Map(
    functions.map(({ name, codeDir }) => [name.split('-').at(-1) ?? '', join(codeDir, 'index.js')]),
  );
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/**
 * Makes the provider's events arrive after the hand-over was settled, as seconds of latency do on AWS, however
 * slow the machine is: an event that wins the race settles the email too.
 */
const letEventsArriveLater = (): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchGetItem',
    function: 'recordEmailEvents',
    delay_ms: 2_000,
  });

test('a text mail costs its budget of 14 write units to its Delivery event', async () => {
  await letEventsArriveLater();
  await beginMinute(service);
  const first = await meteredSend(service);

  const warm = await meteredSend(service);

  // The first of a minute records the key's last use.
  expect(writesOf(first)).toBe(15);
  expect(writesOf(warm)).toBe(14);
});

test('a mail that no webhook is told of costs a read unit more for each batch of its events', async () => {
  const mail = await meteredSend(service);

  const lookUps = mail.filter(
    (row) => row.function.endsWith('-recordEmailEvents') && row.operation === 'Query',
  );
  const batches = new Set(lookUps.map(({ request_id }) => request_id));
  expect(batches.size).toBeGreaterThan(0);
  expect(readsOf(lookUps)).toBe(batches.size);
});

test('an attempt that is answered costs three write units: its turn at the host, its claim and its record', async () => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, 'metered.example');
  await subscriber.endpoint(receiver.url);
  await subscriber.happens();
  await service.settle();
  const now = await service.now();

  await subscriber.happens();
  await service.settle();

  const attempt = (await service.calls(now)).filter((row) => row.function.endsWith('-deliverWebhook'));
  expect(attempt.filter(({ operation }) => operation === 'UpdateItem')).toHaveLength(3);
  expect(writesOf(attempt)).toBe(3);
  await receiver.stop();
});

test('a mail to a contact costs a write unit more, and a read unit', async () => {
  await letEventsArriveLater();
  const to = `${randomUUID()}@example.com`;
  await meteredSend(service, { to });
  await beginMinute(service);
  await meteredSend(service, { to });
  const stranger = await meteredSend(service, { to });
  await post('/v1/contacts', { audience_id: await anAudience(), email: to });

  const contact = await meteredSend(service, { to });

  expect(writesOf(contact) - writesOf(stranger)).toBe(1);
  expect(readsOf(contact) - readsOf(stranger)).toBe(1);
});

test.each([400, 4_000])(
  'a page of a log of %i mails reads at most 30 units, and behind the first at most 20',
  (mails) => expectCheapPages(service, mails),
);

test('20 KB of HTML cost at most 20 write units, inline and in S3', async () => {
  await letEventsArriveLater();
  await beginMinute(service);
  await meteredSend(service);

  const inline = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 256) });
  const stored = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 4_096) });

  expect(inline.some(({ service: name }) => name === 's3')).toBe(false);
  expect(writesOf(inline)).toBeLessThanOrEqual(20);
  expect(stored.some(({ service: name }) => name === 's3')).toBe(true);
  expect(writesOf(stored)).toBe(14);
});

test('a mail is handed to SES after four round trips', async () => {
  const waves = await wavesOfSend(service);

  expect(operationsOf(waves)).toEqual([
    ['GetItem', 'UpdateItem'],
    ['PutItem'],
    ['BatchGetItem'],
    ['BatchWriteItem', 'UpdateItem'],
    ['SendEmail'],
    ['PutItem'],
    ['UpdateItem'],
    ['UpdateItem'],
  ]);
});

test('far alarms of a minute cost one drain and one message that puts it off, however much mail is due', async () => {
  const minuteMs = 60_000;
  const clock = async (): Promise<number> => Date.parse(await service.now());
  const until = async (ms: number) => service.advance(ms - (await clock()));
  const first = (Math.floor((await clock()) / minuteMs) + 30) * minuteMs;
  for (const minute of [0, 1, 2, 3])
    for (const second of [0, 20, 40])
      await service.api('POST', '/v1/emails', {
        body: anEmail({ scheduled_at: new Date(first + minute * minuteMs + second * 1_000).toISOString() }),
      });
  await until(first - 1.5 * minuteMs);

  const calls = await callsOf(service, 'drainDueWork', () => until(first + 4 * minuteMs));

  const runs = [...new Set(calls.map(({ request_id }) => request_id))].map((id) =>
    calls.filter(({ request_id }) => request_id === id).map(({ operation }) => operation),
  );
  const drains = runs.filter((operations) => operations.includes('Query'));
  const putOffs = runs.filter((operations) => !operations.includes('Query'));
  expect(putOffs).toEqual(Array.from({ length: 4 }, () => ['SendMessageBatch']));
  // The sweep rings once or twice in these minutes.
  expect(drains.length).toBeGreaterThanOrEqual(4);
  expect(drains.length).toBeLessThanOrEqual(6);
});

const operationsOf = (waves: readonly CallRow[][]): string[][] =>
  waves.map((wave) => wave.map(({ operation }) => operation).sort());

const post = async (path: string, body: unknown) => {
  const answer = await service.api('POST', path, { body });
  expect(answer.status).toBe(201);
  return answer.body;
};

const anAudience = async (): Promise<string> => (await post('/v1/audiences', { name: 'Customers' })).id;

/** Rows about people whom nobody knows, with as much as is usual. */
const newPeople = (count: number) =>
  Array.from({ length: count }, () => ({
    email: `${randomUUID()}@example.com`,
    first_name: 'Kim',
    last_name: 'Berg',
    attributes: { plan: 'pro', seats: '12', city: 'Springfield' },
  }));

/** The credential is read and its allowance counted, by every request. */
const pipelineWrites = 1;

describe('adding one person to an audience', () => {
  test('costs at most 5 write units and 3 round trips in a row, if nobody knew them', async () => {
    const [warm, contact] = newPeople(2).map(({ email }) => ({ email }));
    const audience_id = await anAudience();
    await post('/v1/contacts', { audience_id, ...warm });
    await beginMinute(service);
    await post('/v1/contacts', { audience_id, email: 'warm@example.com' });

    const waves = await wavesOfCall(service, 'createContact', () =>
      post('/v1/contacts', { audience_id, ...contact }),
    );

    expect(operationsOf(waves)).toEqual([
      ['GetItem', 'UpdateItem'],
      ['PutItem', 'Query', 'Query', 'Query', 'UpdateItem'],
      ['PutItem', 'PutItem'],
      ['Query', 'UpdateItem'],
    ]);
    expect(writesOf(waves.flat()) - pipelineWrites).toBe(5);
  });

  test('costs 4 write units if they were on it: what was tried in vain, and the count', async () => {
    const [person] = newPeople(1).map(({ email }) => ({ email }));
    const audience_id = await anAudience();
    await post('/v1/contacts', { audience_id, ...person });
    await beginMinute(service);
    await post('/v1/contacts', { audience_id, ...person });

    const calls = await callsOf(service, 'createContact', () =>
      post('/v1/contacts', { audience_id, ...person }),
    );

    expect(writesOf(calls) - pipelineWrites).toBe(4);
  });
});

test('an import costs at most 5 write units for each new row, and none for one that changes nothing', async () => {
  const path = `/v1/audiences/${await anAudience()}/contacts`;
  const rows = newPeople(100);
  await post(path, newPeople(1));
  await beginMinute(service);
  await post(path, []);

  const first = await callsOf(service, 'addMembers', () => post(path, rows));
  const again = await callsOf(service, 'addMembers', () => post(path, rows));

  // The audience is written before and after.
  expect(writesOf(first) - pipelineWrites - 2).toBe(100 * 5);
  expect(writesOf(again) - pipelineWrites - 2).toBe(0);
});

test('a page of 50 contacts reads at most 40 units, of an audience 50 more', async () => {
  const id = await anAudience();
  for (const rows of chunksOf(newPeople(400), 200)) await post(`/v1/audiences/${id}/contacts`, rows);
  const read = async (path: string) => {
    const { body } = await service.api('GET', path);
    expect(body.data).toHaveLength(50);
  };

  const contacts = await callsOf(service, 'listContacts', () => read('/v1/contacts'));
  const members = await callsOf(service, 'listMembers', () => read(`/v1/audiences/${id}/contacts`));

  expect(readsOf(contacts)).toBeLessThanOrEqual(40);
  expect(readsOf(members)).toBeLessThanOrEqual(90);
});

const indexOf = (name: string): string => bundles.get(name) ?? '';

test('the send function loads at most 450 KB at its start', () => {
  expect(statSync(indexOf('sendEmail')).size).toBeLessThanOrEqual(450 * 1024);
});

/** They bring S3's client, and the tables of every character set that mail is written in. */
const mailReaders = ['receiveMail', 'downloadAttachment', 'listAttachments'];

test.each(mailReaders)('%s loads at most 1,400 KB at its start', (name) => {
  expect(statSync(indexOf(name)).size).toBeLessThanOrEqual(1_400 * 1024);
});

/** It can do what several endpoints do, and nobody waits for it but the operator. */
const operator = 'administer';

test('the function of the operator loads at most 500 KB at its start', () => {
  expect(statSync(indexOf(operator)).size).toBeLessThanOrEqual(500 * 1024);
});

// The public suffix list of whoever adds domains is 150 KB of it.
test('no other function loads more than 460 KB at its start', () => {
  const larger = [...mailReaders, operator];
  const tooLarge = [...bundles].filter(
    ([name, file]) => !larger.includes(name) && statSync(file).size > 460 * 1024,
  );

  expect(bundles.size).toBeGreaterThan(10);
  expect(tooLarge).toEqual([]);
});

const readers = routes.filter(({ method }) => method === 'GET').map(({ name }) => name);

test.each(readers)('%s, which only reads, loads no schemas', (name) => {
  expect(readFileSync(indexOf(name), 'utf8')).not.toContain('ZodMini');
});

test('automations cost what they may, and no more', async () => {
  const units = await measureUnits(service);

  expect(units.map(({ what, measured, of }) => `${what}: ${measured} ${of}`)).toEqual([
    'enrolling: 6 write units',
    'enrolling, one after the other: 4 round trips',
    'a step, to its Delivery event: 18 write units',
    'an event that matches nothing: 1 read units',
    'an event that matches nothing: 0 write units',
    'an exit that ends three enrolments: 12 write units',
  ]);
});
