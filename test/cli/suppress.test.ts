import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUnsuppressed } from '../../packages/import/src/confirm-suppressed';
import { CarrierNest } from '../../packages/sdk/src';
import { aWorkspace } from '../support/factories';
import { makeTempDir } from '../support/run/run-dir';
import { useService } from '../support/use-service';
import { startAdmin } from './support/run-import';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

function writeTempFile(content: string): string {
  const file = join(makeTempDir(), 'list.csv');
  writeFileSync(file, content);
  return file;
}

const suppress = (key: string, file: string, ...args: string[]) =>
  startAdmin(key, ['suppress', file, '--api', service.metadata.api, '--json', ...args]).result;

const listSuppressions = async (key: string): Promise<Record<string, unknown>[]> =>
  (await service.api('GET', '/v1/suppressions?limit=100', { key })).body.data;

const list = [
  'Email,Reason',
  'kim@shop.test,hard_bounce',
  'KIM@shop.test,manual',
  'lou@bücher.example,unsubscribed',
  'nobody,complaint',
  // The service accepts fewer addresses than the command.
  'two..dots@shop.test,complaint',
  'mo@shop.test,',
].join('\n');

test('every address of a list is suppressed with its reason, and a second run changes nothing (SU-15)', async () => {
  const [{ key }, file] = [await aWorkspace(service), writeTempFile(list)];

  const first = await suppress(key, file);
  const suppressions = await listSuppressions(key);
  const second = await suppress(key, file);

  expect(first).toMatchObject({ exitCode: 0, err: '' });
  expect(JSON.parse(first.out)).toMatchObject({
    ...{ rows: 6, suppressed: 3, repeats: 1, subscribed: 0, refused: 2 },
    ...{ hard_bounce: 1, complaint: 0, unsubscribe: 1, manual: 1, list_hygiene: 0 },
    refused_file: file.replace('.csv', '.refused.csv'),
  });
  expect(suppressions.map(({ email, reason, scope }) => [email, reason, scope].join(' ')).toSorted()).toEqual(
    [
      'kim@shop.test hard_bounce all',
      'lou@xn--bcher-kva.example unsubscribe marketing',
      'mo@shop.test manual all',
    ],
  );
  expect(second).toEqual(first);
  expect(await listSuppressions(key)).toEqual(suppressions);
});

test('the file of refused rows has the cells of each row in their columns', async () => {
  const [{ key }, file] = [
    await aWorkspace(service),
    writeTempFile('Name,Email,Reason\nKim,two..dots@shop.test,complaint\nLou,nobody,bounced\n'),
  ];

  const { out } = await suppress(key, file);

  expect(readFileSync(JSON.parse(out).refused_file, 'utf8').trim().split(/\r?\n/)).toEqual([
    'line,reason,Name,Email,Reason',
    '3,email: not an email address,Lou,nobody,bounced',
    '2,email: not an email address,Kim,two..dots@shop.test,complaint',
  ]);
});

test('more addresses than one request takes are suppressed, and options change reason and scope', async () => {
  const { key } = await aWorkspace(service);
  const addresses = Array.from({ length: 2_001 }, (_one, index) => `p${index}@many.test`);

  const args = ['--reason', 'list_hygiene', '--scope', 'marketing'];
  const { out } = await suppress(key, writeTempFile(addresses.join('\n')), ...args);

  expect(JSON.parse(out)).toMatchObject({ rows: 2_001, suppressed: 2_001, list_hygiene: 2_001, refused: 0 });
  expect((await listSuppressions(key))[0]).toMatchObject({ reason: 'list_hygiene', scope: 'marketing' });
});

test('addresses without a suppression are found without reading the whole list', async () => {
  const { key } = await aWorkspace(service);
  let requests = 0;
  const countingFetch: typeof fetch = (...request) => {
    requests += 1;
    return fetch(...request);
  };
  const client = new CarrierNest({ url: service.metadata.api, key, fetch: countingFetch });
  const addresses = (name: string, count: number) =>
    Array.from({ length: count }, (_one, index) => `${name}${index}@many.test`);
  await client.createSuppressionBatch({ emails: addresses('old', 900), reason: 'manual', scope: 'all' });
  const recent = addresses('recent', 150);
  await client.createSuppressionBatch({ emails: recent, reason: 'manual', scope: 'all' });

  requests = 0;
  const expected = [...recent, 'nobody@many.test', 'old0@many.test'];
  const missing = await findUnsuppressed(
    client,
    expected.map((email) => ({ email, scope: 'all' as const })),
  );

  expect(missing).toEqual([{ email: 'nobody@many.test', scope: 'all' }]);
  // Two pages with the addresses, two without, and two single addresses.
  expect(requests).toBe(6);
});

test('a short outage delays the command, and a refused key ends it', async () => {
  const { key } = await aWorkspace(service);
  const file = writeTempFile('Email\nkim@shop.test\n');
  await service.control('POST', '/faults', {
    ...{ service: 'dynamodb', operation: 'UpdateItem', error: 'InternalServerError' },
    ...{ function: 'createSuppressionBatch', times: 2 },
  });

  expect(JSON.parse((await suppress(key, file)).out)).toMatchObject({ suppressed: 1 });
  expect(await suppress('sk_live_wrong', file)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('run the same command'),
  });
});

test('a file without addresses is refused, and no file is written', async () => {
  const file = writeTempFile('Name\nKim\n');

  const { exitCode, err } = await suppress('sk_live_x', file);

  expect(exitCode).toBe(1);
  expect(err).toContain('No column name is recognized as the email address. Name the column "email"');
  expect(existsSync(file.replace('.csv', '.refused.csv'))).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('Name\nKim\n');
});
