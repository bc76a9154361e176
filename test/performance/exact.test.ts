import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { aBulkSender, sendMany } from '../../bench/load';
import { beginMinute, htmlOf, meteredSend, readsOf, writesOf } from '../../bench/metered-send';
import { wavesOfSend } from '../../bench/round-trips';
import { routes } from '../../functions/api/routes';
import { readDeployment } from '../../local/template/read-deployment';
import { synthesize } from '../../local/template/synthesize';
import { Service } from '../support/service';

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
}, 60_000);

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/**
 * Makes the provider's events arrive after the hand-over was settled, as seconds of latency do on AWS, however
 * slow the machine is: an event that wins the race settles the email too.
 */
const letEventsArriveLater = (): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'GetItem',
    function: 'recordEmailEvents',
    delay_ms: 2_000,
  });

test('a text mail costs its budget of 14 write units to its Delivery event', async () => {
  await letEventsArriveLater();
  await beginMinute(service);
  const first = await meteredSend(service);

  const warm = await meteredSend(service);

  // The first of a minute records the key's last use, the first of an instance's day the log's day.
  expect(writesOf(first)).toBe(16);
  expect(writesOf(warm)).toBe(14);
}, 60_000);

test('a mail that no webhook is told of costs a read unit more for each of its events', async () => {
  const mail = await meteredSend(service);

  const lookUps = mail.filter(
    (row) => row.function.endsWith('-recordEmailEvents') && row.operation === 'Query',
  );
  expect(lookUps.map(({ read_units: units }) => units)).toEqual([1, 1]);
});

test('a page of the log reads at most 30 units, from the first one on', async () => {
  const sender = await aBulkSender(service);
  await sendMany(service, sender, { mails: 120, concurrency: 8 });
  const since = (await service.control('GET', '/clock')).now;

  const page = await service.api('GET', '/v1/emails', { key: sender.key });

  const reads = (await service.calls(since)).filter(({ function: name }) => name.endsWith('-listEmails'));
  expect(page.body.data).toHaveLength(50);
  expect(readsOf(reads)).toBeLessThanOrEqual(30);
});

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
}, 60_000);

test('a mail is handed to SES after four round trips', async () => {
  const waves = await wavesOfSend(service);

  const operations = waves.map((wave) => wave.map(({ operation }) => operation).sort());
  expect(operations).toEqual([
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

const indexOf = (name: string): string => bundles.get(name) ?? '';

test('the send function loads at most 450 KB at its start', () => {
  expect(statSync(indexOf('sendEmail')).size).toBeLessThanOrEqual(450 * 1024);
});

/** They bring S3's client, and the tables of every character set that mail is written in. */
const mailReaders = ['receiveMail', 'downloadAttachment'];

test.each(mailReaders)('%s loads at most 1,400 KB at its start', (name) => {
  expect(statSync(indexOf(name)).size).toBeLessThanOrEqual(1_400 * 1024);
});

// The public suffix list of whoever adds domains is 150 KB of it.
test('no function loads more than 460 KB at its start, but for those that read mail', () => {
  const tooLarge = [...bundles].filter(
    ([name, file]) => !mailReaders.includes(name) && statSync(file).size > 460 * 1024,
  );

  expect(bundles.size).toBeGreaterThan(10);
  expect(tooLarge).toEqual([]);
});

const readers = routes.filter(({ method }) => method === 'GET').map(({ name }) => name);

test.each(readers)('%s, which only reads, loads no schemas', (name) => {
  expect(readFileSync(indexOf(name), 'utf8')).not.toContain('ZodMini');
});
