import { readFileSync, statSync } from 'node:fs';
import { beginMinute, htmlOf, letEventsArriveLater, meteredSend, writesOf } from '../../bench/metered-send';
import { wavesOfSend } from '../../bench/round-trips';
import { entryPoints } from '../../lib/entry-points';
import { bundleDir } from '../../lib/bundles';
import { Service } from '../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
}, 60_000);

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

test('a text mail costs 11 write units to its Delivery event, of a budget of 14', async () => {
  await letEventsArriveLater(service);
  await beginMinute(service);
  const first = await meteredSend(service);

  const warm = await meteredSend(service);

  // The first of a minute records the key's last use, the first of an instance's day the log's day.
  expect(writesOf(first)).toBe(13);
  expect(writesOf(warm)).toBe(11);
});

test('20 KB of HTML cost at most 20 write units, inline and in S3', async () => {
  await letEventsArriveLater(service);
  await beginMinute(service);
  await meteredSend(service);

  const inline = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 256) });
  const stored = await meteredSend(service, { text: undefined, html: htmlOf(20_480, 4_096) });

  expect(inline.some(({ service: name }) => name === 's3')).toBe(false);
  expect(writesOf(inline)).toBeLessThanOrEqual(20);
  expect(stored.some(({ service: name }) => name === 's3')).toBe(true);
  expect(writesOf(stored)).toBe(11);
});

test('a mail is handed to SES after four round trips', async () => {
  const waves = await wavesOfSend(service);

  const operations = waves.map((wave) => wave.map(({ operation }) => operation).sort());
  expect(operations).toEqual([
    ['GetItem', 'UpdateItem'],
    ['PutItem'],
    ['BatchGetItem'],
    ['BatchWriteItem', 'GetItem'],
    ['SendEmail'],
    ['PutItem', 'UpdateItem'],
    ['UpdateItem'],
  ]);
});

const indexOf = (name: string): string => `${bundleDir(name)}/index.js`;

test('the send function loads at most 450 KB at its start', () => {
  expect(statSync(indexOf('sendEmail')).size).toBeLessThanOrEqual(450 * 1024);
});

// The public suffix list of whoever adds domains is 150 KB of it.
test('no function loads more than 460 KB at its start', () => {
  const tooLarge = entryPoints().filter(({ name }) => statSync(indexOf(name)).size > 460 * 1024);

  expect(tooLarge).toEqual([]);
});

test.each(['listEmails', 'getEmail', 'listDomains', 'getDomain', 'listApiKeys'])(
  '%s, which only reads, loads no schemas',
  (name) => {
    expect(readFileSync(indexOf(name), 'utf8')).not.toContain('ZodMini');
  },
);
