import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { measureUnits } from '../../bench/automations/units';
import {
  advanceToNextMinute,
  recordCalls,
  htmlOf,
  meteredSend,
  readsOf,
  writesOf,
} from '../../bench/metered-send';
import { wavesOfCall, wavesOfSend } from '../../bench/round-trips';
import { routes } from '../../functions/api/routes';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { chunksOf } from '../../shared/core/chunks';
import { anEmail } from '../support/factories';
import { WebhookReceiver } from '../support/webhook-receiver';
import { Service, type CallRow } from '../support/service';
import { WebhookSubscriber } from '../support/webhook-subscriber';
import { expectPagesWithinBudget } from './support/page-budget';

let service: Service;
/** The bundle file of each function in the synthesized stacks, by function name. */
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
 * Delays SES events until the send is recorded, as the latency of SES events does on AWS. An event that arrives
 * earlier also records the send, which adds writes.
 */
const delaySesEvents = (): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchGetItem',
    function: 'recordEmailEvents',
    delay_ms: 2_000,
  });

test('a text email costs 14 write units up to its Delivery event', async () => {
  await delaySesEvents();
  await advanceToNextMinute(service);
  const firstOfMinute = await meteredSend(service);

  const warmSend = await meteredSend(service);

  // The first request of a minute also records the last use of the key.
  expect(writesOf(firstOfMinute)).toBe(15);
  expect(writesOf(warmSend)).toBe(14);
});

test('in a workspace without webhooks, looking up the endpoints costs one read unit per batch of events', async () => {
  const mail = await meteredSend(service);

  const endpointQueries = mail.filter(
    (row) => row.function.endsWith('-recordEmailEvents') && row.operation === 'Query',
  );
  const batches = new Set(endpointQueries.map(({ request_id }) => request_id));
  expect(batches.size).toBeGreaterThan(0);
  expect(readsOf(endpointQueries)).toBe(batches.size);
});

test('a delivered webhook attempt costs three write units, for the host slot, the claim and the result', async () => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, 'metered.example');
  await subscriber.createEndpoint(receiver.url);
  await subscriber.reportDelay();
  await service.settle();
  const now = await service.now();

  await subscriber.reportDelay();
  await service.settle();

  const attempt = (await service.calls(now)).filter((row) => row.function.endsWith('-deliverWebhook'));
  expect(attempt.filter(({ operation }) => operation === 'UpdateItem')).toHaveLength(3);
  expect(writesOf(attempt)).toBe(3);
  await receiver.stop();
});

test('an email to a contact costs one additional write unit and one additional read unit', async () => {
  await delaySesEvents();
  const to = `${randomUUID()}@example.com`;
  await meteredSend(service, { to });
  await advanceToNextMinute(service);
  await meteredSend(service, { to });
  const unknownRecipient = await meteredSend(service, { to });
  await post('/v1/contacts', { audience_id: await anAudience(), email: to });

  const knownContact = await meteredSend(service, { to });

  expect(writesOf(knownContact) - writesOf(unknownRecipient)).toBe(1);
  expect(readsOf(knownContact) - readsOf(unknownRecipient)).toBe(1);
});

test.each([400, 4_000])(
  'the first page of a log of %i emails costs at most 30 read units, and each later page at most 20',
  (mails) => expectPagesWithinBudget(service, mails),
);

test('20 KB of HTML cost at most 20 write units, inline and in S3', async () => {
  await delaySesEvents();
  await advanceToNextMinute(service);
  await meteredSend(service);

  const inline = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 256) });
  const storedInS3 = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 4_096) });

  expect(inline.some(({ service: name }) => name === 's3')).toBe(false);
  expect(writesOf(inline)).toBeLessThanOrEqual(20);
  expect(storedInS3.some(({ service: name }) => name === 's3')).toBe(true);
  expect(writesOf(storedInS3)).toBe(14);
});

test('an email is submitted to SES after four round trips', async () => {
  const roundTrips = await wavesOfSend(service);

  expect(operationsOf(roundTrips)).toEqual([
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

test('EventBridge wakeups of a minute cost one drain and one postponed message, regardless of the number of due emails', async () => {
  const minuteMs = 60_000;
  const readClock = async (): Promise<number> => Date.parse(await service.now());
  const advanceTo = async (ms: number) => service.advance(ms - (await readClock()));
  const firstOfMinute = (Math.floor((await readClock()) / minuteMs) + 30) * minuteMs;
  for (const minute of [0, 1, 2, 3])
    for (const second of [0, 20, 40])
      await service.api('POST', '/v1/emails', {
        body: anEmail({
          scheduled_at: new Date(firstOfMinute + minute * minuteMs + second * 1_000).toISOString(),
        }),
      });
  await advanceTo(firstOfMinute - 1.5 * minuteMs);

  const calls = await recordCalls(service, 'drainDueWork', () => advanceTo(firstOfMinute + 4 * minuteMs));

  const workerRuns = [...new Set(calls.map(({ request_id }) => request_id))].map((id) =>
    calls.filter(({ request_id }) => request_id === id).map(({ operation }) => operation),
  );
  const drainRuns = workerRuns.filter((operations) => operations.includes('Query'));
  const postponements = workerRuns.filter((operations) => !operations.includes('Query'));
  expect(postponements).toEqual(Array.from({ length: 4 }, () => ['SendMessageBatch']));
  // The sweep runs once or twice in these minutes.
  expect(drainRuns.length).toBeGreaterThanOrEqual(4);
  expect(drainRuns.length).toBeLessThanOrEqual(6);
});

const operationsOf = (roundTrips: readonly CallRow[][]): string[][] =>
  roundTrips.map((roundTrip) => roundTrip.map(({ operation }) => operation).sort());

const post = async (path: string, body: unknown) => {
  const response = await service.api('POST', path, { body });
  expect(response.status).toBe(201);
  return response.body;
};

const anAudience = async (): Promise<string> => (await post('/v1/audiences', { name: 'Customers' })).id;

/** Returns rows of new contacts with a typical number of fields. */
const newContactRows = (count: number) =>
  Array.from({ length: count }, () => ({
    email: `${randomUUID()}@example.com`,
    first_name: 'Kim',
    last_name: 'Berg',
    attributes: { plan: 'pro', seats: '12', city: 'Springfield' },
  }));

/** The request pipeline writes once per request, to the rate limit of the credential. */
const pipelineWrites = 1;

describe('adding a contact to an audience', () => {
  test('costs at most 5 write units and 3 sequential round trips for a new contact', async () => {
    const [warmSend, knownContact] = newContactRows(2).map(({ email }) => ({ email }));
    const audience_id = await anAudience();
    await post('/v1/contacts', { audience_id, ...warmSend });
    await advanceToNextMinute(service);
    await post('/v1/contacts', { audience_id, email: 'warm@example.com' });

    const roundTrips = await wavesOfCall(service, 'createContact', () =>
      post('/v1/contacts', { audience_id, ...knownContact }),
    );

    expect(operationsOf(roundTrips)).toEqual([
      ['GetItem', 'UpdateItem'],
      ['PutItem', 'Query', 'Query', 'Query', 'UpdateItem'],
      ['PutItem', 'PutItem'],
      ['Query', 'UpdateItem'],
    ]);
    expect(writesOf(roundTrips.flat()) - pipelineWrites).toBe(5);
  });

  test('costs 4 write units for an existing member', async () => {
    const [person] = newContactRows(1).map(({ email }) => ({ email }));
    const audience_id = await anAudience();
    await post('/v1/contacts', { audience_id, ...person });
    await advanceToNextMinute(service);
    await post('/v1/contacts', { audience_id, ...person });

    const calls = await recordCalls(service, 'createContact', () =>
      post('/v1/contacts', { audience_id, ...person }),
    );

    expect(writesOf(calls) - pipelineWrites).toBe(4);
  });
});

test('an import costs at most 5 write units per new row and none for an unchanged row', async () => {
  const path = `/v1/audiences/${await anAudience()}/contacts`;
  const rows = newContactRows(100);
  await post(path, newContactRows(1));
  await advanceToNextMinute(service);
  await post(path, []);

  const firstOfMinute = await recordCalls(service, 'addMembers', () => post(path, rows));
  const repeated = await recordCalls(service, 'addMembers', () => post(path, rows));

  // The audience is written before and after the rows.
  expect(writesOf(firstOfMinute) - pipelineWrites - 2).toBe(100 * 5);
  expect(writesOf(repeated) - pipelineWrites - 2).toBe(0);
});

test('a page of 50 contacts costs at most 40 read units, and a page of 50 audience members at most 90', async () => {
  const id = await anAudience();
  for (const rows of chunksOf(newContactRows(400), 200)) await post(`/v1/audiences/${id}/contacts`, rows);
  const read = async (path: string) => {
    const { body } = await service.api('GET', path);
    expect(body.data).toHaveLength(50);
  };

  const contacts = await recordCalls(service, 'listContacts', () => read('/v1/contacts'));
  const members = await recordCalls(service, 'listMembers', () => read(`/v1/audiences/${id}/contacts`));

  expect(readsOf(contacts)).toBeLessThanOrEqual(40);
  expect(readsOf(members)).toBeLessThanOrEqual(90);
});

const indexOf = (name: string): string => bundles.get(name) ?? '';

test('the send function loads at most 450 KB at startup', () => {
  expect(statSync(indexOf('sendEmail')).size).toBeLessThanOrEqual(450 * 1024);
});

/** The functions that bundle the S3 client and the tables of every character set that email uses. */
const mailReaders = ['receiveMail', 'downloadAttachment', 'listAttachments'];

// receiveMail also has a browser's HTML parser and a CSS parser, which find the text that a person sees.
test.each(mailReaders)('%s loads at most 1,400 KB at startup, and receiveMail 1,500 KB', (name) => {
  const maxKb = name === 'receiveMail' ? 1_500 : 1_400;

  expect(statSync(indexOf(name)).size).toBeLessThanOrEqual(maxKb * 1024);
});

/** This function contains the logic of several endpoints. Only the operator waits for its startup. */
const operatorFunction = 'administer';

// 13 KB of the limit are for the check of the addresses of tracking hosts (ipaddr.js).
test('the operator function loads at most 510 KB at startup', () => {
  expect(statSync(indexOf(operatorFunction)).size).toBeLessThanOrEqual(510 * 1024);
});

/** This function contains the public suffix list of 150 KB. */
const domainFunction = 'createDomain';

test('the function that adds domains loads at most 470 KB at startup', () => {
  expect(statSync(indexOf(domainFunction)).size).toBeLessThanOrEqual(470 * 1024);
});

test('no other function loads more than 460 KB at startup', () => {
  const larger = [...mailReaders, operatorFunction, domainFunction];
  const tooLarge = [...bundles].filter(
    ([name, file]) => !larger.includes(name) && statSync(file).size > 460 * 1024,
  );

  expect(bundles.size).toBeGreaterThan(10);
  expect(tooLarge).toEqual([]);
});

const readRoutes = routes.filter(({ method }) => method === 'GET').map(({ name }) => name);

test.each(readRoutes)('the read-only function %s loads no schemas', (name) => {
  expect(readFileSync(indexOf(name), 'utf8')).not.toContain('ZodMini');
});

test('automations do not exceed their cost budgets', async () => {
  const units = await measureUnits(service);

  expect(units.map(({ label, measured, unit }) => `${label}: ${measured} ${unit}`)).toEqual([
    'enrolling: 6 write units',
    'enrolling, sequential: 4 round trips',
    'a step, up to its Delivery event: 18 write units',
    'an event that matches no automation: 1 read units',
    'an event that matches no automation: 0 write units',
    'an exit that ends three enrollments: 12 write units',
  ]);
});

describe('feeds', () => {
  // W-45
  test('cost nothing in a send, and for each event a write unit and the share of a batch', async () => {
    const { id } = await post('/v1/feeds', { events: ['delivery'] });
    await delaySesEvents();
    await meteredSend(service);
    const mail = await meteredSend(service);
    const emails = Array.from({ length: 10 }, () => anEmail());

    const calls = await recordCalls(service, 'sequenceEvents', async () => {
      expect((await service.api('POST', '/v1/emails/batch', { body: emails })).status).toBe(202);
      await service.settle();
    });

    const batches = new Set(calls.map(({ request_id }) => request_id)).size;
    expect(writesOf(mail)).toBe(14);
    expect(batches).toBeGreaterThan(0);
    expect(writesOf(calls)).toBe(emails.length + batches);
    await service.api('DELETE', `/v1/feeds/${id}`);
  });

  // IN-42
  test('cost at most 30 read units for a request that waits 25 seconds in vain', async () => {
    await service.api('POST', '/v1/inbound/enable');

    const calls = await recordCalls(service, 'getReceivedMessages', () =>
      service.api('GET', '/v1/inbound?after=now&wait=25'),
    );

    expect(readsOf(calls)).toBeGreaterThan(15);
    expect(readsOf(calls)).toBeLessThanOrEqual(30);
  });
});
