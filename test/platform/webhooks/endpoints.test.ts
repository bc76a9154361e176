import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from '../../../shared/db/keys';
import { epochSeconds, idAt } from '../../../shared/core/time';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import type { Answer, CallRow } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { aKey, refusalOf } from '../../support/arrange';
import { aTime, anId, emptyList, nobody } from '../../support/matchers';
import { theService } from '../../support/the-service';
import { until } from '../../support/until';

const service = theService();
let table: ServiceTable;
let workspace: { id: string; key: string };

beforeAll(async () => {
  table = await ServiceTable.open(service);
});

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => table.close());

const all = '/v1/webhook-endpoints';

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<Answer> =>
  service.api(method, path, { key, body });

/** A request that is fine, but for what is overridden. */
const wanted = (overrides: Record<string, unknown> = {}) => ({
  url: 'https://hooks.example/mail',
  events: ['inbound'],
  ...overrides,
});

const create = (overrides: Record<string, unknown> = {}, key?: string): Promise<Answer> =>
  api('POST', all, wanted(overrides), key);

/** The answer to a creation that must have succeeded. */
async function anEndpoint(overrides: Record<string, unknown> = {}): Promise<Answer['body']> {
  const { status, body } = await create(overrides);
  if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
  return body;
}

const list = (query = '', key?: string): Promise<Answer> => api('GET', `${all}${query}`, undefined, key);

const change = (id: string, body: unknown, key?: string): Promise<Answer> =>
  api('PATCH', `${all}/${id}`, body, key);

const remove = (id: string, key?: string): Promise<Answer> => api('DELETE', `${all}/${id}`, undefined, key);

const deliveries = (id: string, query = '', key?: string): Promise<Answer> =>
  api('GET', `${all}/${id}/events${query}`, undefined, key);

/** The endpoint as the list shows it. */
const listed = async (id: string) =>
  (await list('?limit=100')).body.data.find((endpoint: { id: string }) => endpoint.id === id);

/** The endpoint without what only its creation shows. */
const withoutSecret = ({ id, url, events, enabled, created_at }: Answer['body']) => ({
  id,
  url,
  events,
  enabled,
  created_at,
});

const sealedSecretOf = async (id: string): Promise<unknown> =>
  (await table.get(keys.webhookEndpoint(workspace.id, id)))?.['sealedSecret'];

const aHost = () => `${randomUUID().slice(0, 8)}.example`;

const setDns = (name: string, settings: Record<string, unknown>): Promise<unknown> =>
  service.control('PUT', `/dns/${name}`, settings);

const clockMs = async (): Promise<number> => Date.parse(await service.now());

const aSecret = expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/) as unknown as string;

const eventTypes = [
  'inbound',
  'send',
  'delivery',
  'bounce',
  'complaint',
  'reject',
  'open',
  'click',
  'rendering_failure',
  'delivery_delay',
];

const notPublic = 'url: must be a public http or https address';
const badPort = 'url: port must be 80, 443 or 1024-65535';

/** What an answer refuses: its message, and for fields which of them. */
function refusedFor(answer: Answer): { message: string; paths?: string[] } {
  const { status, type, message } = refusalOf(answer);
  expect({ status, type }).toEqual({ status: 422, type: 'invalid_request' });
  const { details } = answer.body.error;
  if (!details) return { message };
  expect(message).toBe('Validation failed');
  return { message, paths: details.map(({ path }: { path: string[] }) => path.join('.')).sort() };
}

const fields = (...paths: string[]) => ({ message: 'Validation failed', paths });

/** What both a creation and a change refuse, in the order of the checks. */
const refusedUrls: [what: string, message: string, urls: string[]][] = [
  ['another scheme', notPublic, ['ftp://hooks.example/', 'ws://hooks.example/', 'mailto:a@hooks.example']],
  ['a name or a password', notPublic, ['https://kim@hooks.example/', 'https://kim:secret@hooks.example/']],
  [
    'a scheme or a name besides a port',
    notPublic,
    ['ftp://hooks.example:81/', 'http://kim@hooks.example:81/'],
  ],
  [
    'a port below 1024',
    badPort,
    ['http://hooks.example:1023/', 'https://hooks.example:22', 'http://hooks.example:0/'],
  ],
  [
    'a port besides an address',
    badPort,
    ['http://127.0.0.1:81/', 'http://localhost:81/', 'http://[::1]:25/'],
  ],
  [
    'an address that is not public',
    notPublic,
    [
      'http://127.0.0.1/',
      'http://0.0.0.0/',
      'http://10.1.2.3:8080/',
      'http://169.254.169.254/latest/meta-data/',
      'http://100.64.0.1/',
      'http://192.0.2.1/',
      'http://198.18.0.1/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://[::1]/',
      'http://[fe80::1]/',
      'http://[fd00::1]/',
      'http://[2001:db8::1]/',
      'http://[::ffff:10.0.0.1]/',
    ],
  ],
  [
    'another spelling of one',
    notPublic,
    [
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://256.1.1.1/',
      'http://１２７.0.0.1/',
    ],
  ],
  [
    'a name of the inside',
    notPublic,
    [
      'http://localhost/',
      'http://a.localhost./',
      'http://metadata.google.internal/',
      'http://printer.local/',
      'http://x.localdomain/',
      'http://router.home.arpa/',
      'http://intranet/',
      'http://hooks.example.123/',
      'http://hooks.example.0x7f/',
    ],
  ],
];

/** Names that lead inside, whatever they look like. */
const privateDns: [what: string, settings: (other: string) => Record<string, unknown>][] = [
  ['an A record', () => ({ A: ['10.0.0.1'] })],
  ['an AAAA record', () => ({ AAAA: ['fd00::1'] })],
  ['a mapped address', () => ({ AAAA: ['::ffff:127.0.0.1'] })],
  ['one of several A records', () => ({ A: ['93.184.216.34', '192.168.1.1', '93.184.216.35'] })],
  ['the AAAA record beside a public A record', () => ({ A: ['93.184.216.34'], AAAA: ['::1'] })],
  ['an alias of a private name', (other) => ({ CNAME: [other] })],
];

/** A name with such records, and another one that leads inside. */
async function aNameWith(settings: (other: string) => Record<string, unknown>): Promise<string> {
  const [name, other] = [aHost(), aHost()];
  await setDns(other, { A: ['172.16.0.1'] });
  await setDns(name, settings(other));
  return name;
}

const badEvents: [what: string, events: unknown, path: string][] = [
  ['none', [], 'events'],
  ['null', null, 'events'],
  ['text', 'inbound', 'events'],
  ['an object', { 0: 'inbound', length: 1 }, 'events'],
  ['an unknown one', ['opened'], 'events.0'],
  ['an unknown one after a known one', ['inbound', 'email.sent'], 'events.1'],
  ['capitals', ['Inbound'], 'events.0'],
  ['something else than text', ['inbound', 5], 'events.1'],
];

const badUrls: [what: string, url: unknown][] = [
  ['null', null],
  ['a number', 5],
  ['empty', ''],
  ['without a scheme', 'hooks.example/mail'],
  ['a path', '/mail'],
  ['without a host', 'https://'],
  ['white space in its host', 'https://hooks example/'],
  ['a port that is none', 'https://hooks.example:99999/'],
  ['longer than 2,048 characters', longUrl(2_049)],
];

function longUrl(length: number): string {
  const start = 'https://hooks.example/';
  return `${start}${'a'.repeat(length - start.length)}`;
}

describe('a new endpoint', () => {
  test('is shown with its secret', async () => {
    const { status, headers, body } = await create({ events: ['inbound', 'bounce'] });

    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toEqual({
      id: anId,
      url: 'https://hooks.example/mail',
      events: ['inbound', 'bounce'],
      enabled: true,
      created_at: aTime,
      secret: aSecret,
    });
  });

  test('shows its secret this once', async () => {
    const { id, secret } = await anEndpoint();

    const answers = [
      await list(),
      await change(id, { events: ['send'] }),
      await change(id, { url: 'https://hooks.example/other', enabled: true }),
      await deliveries(id),
      await remove(id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { body, headers } of answers)
      expect(JSON.stringify([body, ...headers])).not.toMatch(/secret|whsec/i);
    expect(secret).toEqual(aSecret);
  });

  test('has a secret of its own', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, async () => (await anEndpoint()).secret));

    expect(new Set(secrets).size).toBe(10);
  });

  test('has its URL as it was given', async () => {
    const url = 'HTTPS://Hooks.Example:8443/In?Key=a%20b&b=ü#End';

    expect(await anEndpoint({ url })).toMatchObject({ url });
  });

  test.each(eventTypes)('takes the event type %s', async (type) => {
    expect(await anEndpoint({ events: [type] })).toMatchObject({ events: [type] });
  });

  test('takes all event types, in any order, each once', async () => {
    const events = [...eventTypes].reverse();

    const endpoint = await anEndpoint({ events: [...events, ...eventTypes] });

    expect(endpoint.events).toEqual(events);
    expect((await listed(endpoint.id)).events).toEqual(events);
  });

  test('ignores unknown fields', async () => {
    const asked = { enabled: false, id: nobody, secret: 'mine', created_at: 'now', colour: 'red' };

    const endpoint = await anEndpoint(asked);

    expect(endpoint).toMatchObject({ enabled: true, secret: aSecret, created_at: aTime });
    expect(endpoint).not.toHaveProperty('colour');
    expect(endpoint.id).not.toBe(nobody);
  });

  test.each([
    'http://hooks.example',
    'http://hooks.example:80/',
    'https://hooks.example:443/',
    'http://hooks.example:443/',
    'http://hooks.example:1024/',
    'https://hooks.example:65535/',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1::1]/',
    longUrl(2_048),
  ])('takes %s', async (url) => {
    expect(await create({ url })).toMatchObject({ status: 201, body: { url } });
  });

  test.each(badEvents)('is refused for its events: %s', async (_what, events, path) => {
    expect(refusedFor(await create({ events }))).toEqual(fields(path));
    expect((await list()).body).toEqual(emptyList);
  });

  test.each(badUrls)('is refused for its url: %s', async (_what, url) => {
    expect(refusedFor(await create({ url }))).toEqual(fields('url'));
    expect((await list()).body).toEqual(emptyList);
  });

  test.each([
    ['nothing', {}, ['events', 'url']],
    ['no url', { events: ['inbound'] }, ['url']],
    ['no events', { url: 'https://hooks.example/' }, ['events']],
    ['a list', [wanted()], ['']],
    ['text', '"hello"', ['']],
  ])('is refused for a body of %s', async (_what, body, paths) => {
    expect(refusedFor(await api('POST', all, body))).toEqual(fields(...paths));
  });

  test.each(refusedUrls)('is refused for %s', async (_what, message, urls) => {
    for (const url of urls) expect([url, refusedFor(await create({ url }))]).toEqual([url, { message }]);
    expect((await list()).body).toEqual(emptyList);
  });

  test('is refused for a field before its scheme, its port or its address', async () => {
    for (const url of ['ftp://hooks.example/', 'http://hooks.example:81/', 'http://127.0.0.1/'])
      expect(refusedFor(await create({ url, events: [] }))).toEqual(fields('events'));
  });

  test.each(privateDns)('is refused when its name leads inside by %s', async (_what, settings) => {
    const name = await aNameWith(settings);

    expect(refusedFor(await create({ url: `https://${name}/` }))).toEqual({ message: notPublic });
    expect(refusedFor(await create({ url: `https://${name}:81/` }))).toEqual({ message: badPort });
    expect((await list()).body).toEqual(emptyList);
  });

  test.each([
    ['does not exist yet', { error: 'NXDOMAIN' }],
    ['nobody can look up now', { error: 'SERVFAIL' }],
    ['nobody answers for in time', { error: 'TIMEOUT' }],
    ['has no address yet', { TXT: ['hello'] }],
    ['is an alias of one that does not exist', { CNAME: ['missing.invalid'] }],
    ['has public addresses only', { A: ['93.184.216.34'], AAAA: ['2606:2800:220:1::1'] }],
  ])('may have a host that %s', async (_what, settings) => {
    const name = aHost();
    await setDns(name, settings);

    expect(await create({ url: `https://${name}/` })).toMatchObject({ status: 201 });
  });

  test('is one of 120 at most in its workspace', async () => {
    const [first = ''] = await seedEndpoints(119);

    const [last, tooMany] = [await create(), await create()];
    await remove(first);
    const again = await create();

    expect([last.status, again.status]).toEqual([201, 201]);
    expect(refusedFor(tooMany).message).toMatch(/at most 120 webhook endpoints/);
  });

  test('that cannot be encrypted is not there', async () => {
    const fault = { service: 'kms', operation: 'Encrypt', error: 'KMSInternalException' };
    await service.control('POST', '/faults', fault);

    const failed = await create();

    expect(refusalOf(failed)).toMatchObject({ status: 500, type: 'internal_error' });
    expect((await list()).body).toEqual(emptyList);
  });
});

/** Older endpoints, by the database: so many requests would take minutes. Returns their ids, newest first. */
async function seedEndpoints(count: number): Promise<string[]> {
  const { id: modelId } = await anEndpoint();
  const model = await table.get(keys.webhookEndpoint(workspace.id, modelId));
  await remove(modelId);
  const at = (await clockMs()) - 60 * 60_000;
  const ids = Array.from({ length: count }, (_, index) => idAt(at - index, `${workspace.id} ${index}`));
  await table.putAll(ids.map((id) => ({ ...model, ...keys.webhookEndpoint(workspace.id, id), id })));
  return ids;
}

describe('the list of endpoints', () => {
  const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

  test('is empty at first', async () => {
    expect(await list()).toMatchObject({ status: 200, body: emptyList });
  });

  test('shows each as it was created but for the secret, newest first', async () => {
    const created = [];
    for (const events of [['send'], ['open', 'click']]) {
      created.unshift(withoutSecret(await anEndpoint({ events })));
      await service.advance(1);
    }

    expect((await list()).body).toEqual({ ...emptyList, data: created });
  });

  test("has nothing of another workspace's", async () => {
    await anEndpoint();
    const stranger = await aWorkspace(service);

    expect((await list('', stranger.key)).body).toEqual(emptyList);
  });

  describe('of 105 endpoints', () => {
    let ids: string[];

    beforeEach(async () => {
      ids = await seedEndpoints(105);
    });

    test.each([
      ['', 50],
      ['?limit=', 50],
      ['?limit=0', 50],
      ['?limit=-3', 50],
      ['?limit=abc', 50],
      ['?limit=0.9', 50],
      ['?limit=1', 1],
      ['?limit=1.9', 1],
      ['?limit=100', 100],
      ['?limit=101', 100],
      ['?limit=5e3', 100],
    ])('%j has %i on a page', async (query, size) => {
      const page = await list(query);

      expect(page).toMatchObject({ status: 200, body: { object: 'list', has_more: true } });
      expect(idsOf(page)).toEqual(ids.slice(0, size));
      expect(page.body.next_cursor).toEqual(expect.any(String));
    });

    test.each([1, 7, 35, 100])('has all of them once in pages of %i', async (limit) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(`?limit=${limit}&cursor=${cursor}`);
        expect(page.body.has_more).toBe(page.body.next_cursor !== null);
        seen.push(...idsOf(page));
        cursor = page.body.next_cursor;
      }

      expect(seen).toEqual(ids);
    });

    test('goes on where it was although endpoints came and went', async () => {
      const first = await list('?limit=10');
      await anEndpoint();
      await remove(ids[9] ?? '');

      const second = await list(`?limit=10&cursor=${first.body.next_cursor}`);

      expect(idsOf(first)).toEqual(ids.slice(0, 10));
      expect(idsOf(second)).toEqual(ids.slice(10, 20));
    });

    test.each(['garbage', '%00', encodeURIComponent('💌'), 'x'.repeat(500), nobody])(
      'starts anew at a cursor that is none: %s',
      async (cursor) => {
        const page = await list(`?limit=3&cursor=${cursor}`);

        expect(page.status).toBe(200);
        expect(idsOf(page)).toEqual(ids.slice(0, 3));
      },
    );

    test("shows no more with another workspace's cursor than without", async () => {
      const { next_cursor } = (await list('?limit=10')).body;
      const stranger = await aWorkspace(service);

      expect((await list(`?cursor=${next_cursor}`, stranger.key)).body).toEqual(emptyList);
    });
  });
});

describe('a change', () => {
  test('of the URL keeps the rest', async () => {
    const endpoint = await anEndpoint({ events: ['send', 'open'] });

    const changed = await change(endpoint.id, { url: 'http://other.example:8080/in' });

    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...withoutSecret(endpoint), url: 'http://other.example:8080/in' });
    expect(await listed(endpoint.id)).toEqual(changed.body);
  });

  test('of the events replaces them all', async () => {
    const endpoint = await anEndpoint({ events: ['send', 'open'] });

    const changed = await change(endpoint.id, { events: ['open', 'click', 'open'] });

    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual({ ...withoutSecret(endpoint), events: ['open', 'click'] });
    expect(await listed(endpoint.id)).toEqual(changed.body);
  });

  test('disables, and enables again', async () => {
    const endpoint = await anEndpoint();

    for (const enabled of [false, false, true, true]) {
      const changed = await change(endpoint.id, { enabled });

      expect(changed).toMatchObject({ status: 200 });
      expect(changed.body).toEqual({ ...withoutSecret(endpoint), enabled });
      expect(await listed(endpoint.id)).toEqual(changed.body);
    }
  });

  test('of everything at once', async () => {
    const endpoint = await anEndpoint();
    const changes = { url: 'https://other.example/', events: ['bounce'], enabled: false };

    expect((await change(endpoint.id, changes)).body).toEqual({ ...withoutSecret(endpoint), ...changes });
  });

  test.each([
    ['nothing', {}],
    ['unknown fields', { colour: 'red', id: nobody, secret: 'mine', created_at: 'now', workspaceId: nobody }],
  ])('of %s changes nothing', async (_what, changes) => {
    const endpoint = await anEndpoint();

    const changed = await change(endpoint.id, changes);

    expect(changed.status).toBe(200);
    expect(changed.body).toEqual(withoutSecret(endpoint));
    expect(await listed(endpoint.id)).toEqual(changed.body);
  });

  test('keeps the secret', async () => {
    const { id } = await anEndpoint();
    const before = await sealedSecretOf(id);

    await change(id, { url: 'https://other.example/', events: ['send'], enabled: false });

    expect(before).toEqual(expect.any(String));
    expect(await sealedSecretOf(id)).toBe(before);
  });

  test.each([
    ...badEvents.map(([what, events, path]) => [`events: ${what}`, { events }, path] as const),
    ...badUrls.map(([what, url]) => [`url: ${what}`, { url }, 'url'] as const),
    ...[null, 'false', 0, 1, []].map(
      (enabled) => [`enabled: ${JSON.stringify(enabled)}`, { enabled }, 'enabled'] as const,
    ),
    ['a list', [], ''] as const,
  ])('is refused for %s', async (_what, changes, path) => {
    const endpoint = await anEndpoint();

    expect(refusedFor(await change(endpoint.id, changes))).toEqual(fields(path));
    expect(await listed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });

  test('names every problem of its fields', async () => {
    const { id } = await anEndpoint();
    const changes = { url: 'hooks', events: ['opened', 'send', 'sent'], enabled: 'no' };

    expect(refusedFor(await change(id, changes))).toEqual(fields('enabled', 'events.0', 'events.2', 'url'));
  });

  test.each(refusedUrls)('is refused for %s, and nothing of it is done', async (_what, message, urls) => {
    const endpoint = await anEndpoint();

    for (const url of urls) {
      const refused = await change(endpoint.id, { url, events: ['send'], enabled: false });
      expect([url, refusedFor(refused)]).toEqual([url, { message }]);
    }
    expect(await listed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });

  test.each(privateDns)('to a name that leads inside by %s is refused', async (_what, settings) => {
    const endpoint = await anEndpoint();
    const name = await aNameWith(settings);

    expect(refusedFor(await change(endpoint.id, { url: `http://${name}/` }))).toEqual({ message: notPublic });
    expect(await listed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });

  test('finds its endpoint before it looks at fields, those before the port, that before the address', async () => {
    const { id } = await anEndpoint();

    const unknown = await change(nobody, { url: 'http://127.0.0.1:81/', enabled: 'no' });
    const field = await change(id, { url: 'http://127.0.0.1:81/', enabled: 'no' });
    const port = await change(id, { url: 'http://127.0.0.1:81/' });

    expect(refusalOf(unknown)).toMatchObject({ status: 404, type: 'not_found' });
    expect(refusedFor(field)).toEqual(fields('enabled'));
    expect(refusedFor(port)).toEqual({ message: badPort });
  });

  test('without a URL does not look at the stored one again', async () => {
    const name = aHost();
    const url = `https://${name}/`;
    const { id } = await anEndpoint({ url });
    await setDns(name, { A: ['10.0.0.1'] });

    const others = await change(id, { events: ['send'], enabled: true });
    const same = await change(id, { url });

    expect(others).toMatchObject({ status: 200, body: { url, events: ['send'] } });
    expect(refusedFor(same)).toEqual({ message: notPublic });
  });

  test('that meets a deletion does not bring the endpoint back', async () => {
    const endpoints = await Promise.all(Array.from({ length: 10 }, () => anEndpoint()));

    const changes = await Promise.all(
      endpoints.flatMap(({ id }) => [change(id, { events: ['send'], enabled: true }), remove(id)]),
    );

    const [changed, removed] = [0, 1].map((one) =>
      changes.filter((_, at) => at % 2 === one).map(({ status }) => status),
    );
    expect(removed).toEqual(Array(10).fill(200));
    for (const status of changed ?? []) expect([200, 404]).toContain(status);
    expect((await list()).body).toEqual(emptyList);
  });
});

describe('a deletion', () => {
  test('says so, and leaves nothing to be found', async () => {
    const { id } = await anEndpoint();
    const other = await anEndpoint();

    const deleted = await remove(id);

    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ id, deleted: true });
    for (const answer of [await remove(id), await change(id, { enabled: true }), await deliveries(id)])
      expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
    expect((await list()).body.data).toEqual([withoutSecret(other)]);
  });

  test('of an endpoint with deliveries takes them out of sight', async () => {
    const { id } = await anEndpoint();
    await seedDeliveries(id, 3);
    expect((await deliveries(id)).body.data).toHaveLength(3);

    await remove(id);

    expect(refusalOf(await deliveries(id))).toMatchObject({ status: 404, type: 'not_found' });
  });

  test('ten times at once succeeds once', async () => {
    const { id } = await anEndpoint();

    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});

test('a single endpoint cannot be read, nor its secret changed', async () => {
  const { id } = await anEndpoint();

  for (const [method, path] of [
    ['GET', id],
    ['PUT', id],
    ['POST', `${id}/rotate`],
    ['POST', `${id}/test`],
    ['GET', `${id}/events/${nobody}`],
  ] as const)
    expect(refusalOf(await api(method, `${all}/${path}`))).toMatchObject({
      status: 404,
      message: 'No such API route',
    });
});

describe("another workspace's endpoint", () => {
  test('is not there, and stays as it is', async () => {
    const endpoint = await anEndpoint();
    const { key } = await aWorkspace(service);

    for (const answer of [
      await change(endpoint.id, { enabled: false }, key),
      await change(endpoint.id, { url: 'http://127.0.0.1/' }, key),
      await remove(endpoint.id, key),
      await deliveries(endpoint.id, '', key),
    ])
      expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await listed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });
});

describe('scopes', () => {
  const restricted = async (scope: 'webhooks:read' | 'webhooks:write'): Promise<string> =>
    (await aKey(service, { by: workspace.key, scopes: [scope] })).key;

  const reads = (id: string, key: string) => [() => list('', key), () => deliveries(id, '', key)];
  const writes = (id: string, key: string) => [
    () => create({}, key),
    () => change(id, { enabled: true }, key),
    () => remove(id, key),
  ];

  test('webhooks:read lists, and nothing else', async () => {
    const { id } = await anEndpoint();
    const key = await restricted('webhooks:read');

    for (const read of reads(id, key)) expect((await read()).status).toBe(200);
    for (const write of writes(id, key)) {
      const { status, type, message } = refusalOf(await write());
      expect({ status, type }).toEqual({ status: 403, type: 'forbidden' });
      expect(message).toContain('webhooks:write');
    }
  });

  test('webhooks:write writes, and lists nothing', async () => {
    const { id } = await anEndpoint();
    const key = await restricted('webhooks:write');

    for (const read of reads(id, key)) {
      const { status, type, message } = refusalOf(await read());
      expect({ status, type }).toEqual({ status: 403, type: 'forbidden' });
      expect(message).toContain('webhooks:read');
    }
    const statuses = [];
    for (const write of writes(id, key)) statuses.push((await write()).status);
    expect(statuses).toEqual([201, 200, 200]);
  });
});

/** Deliveries of the past hour, by the database. Returns their ids, newest first. */
async function seedDeliveries(
  endpointId: string,
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<string[]> {
  const at = await clockMs();
  const records = Array.from({ length: count }, (_, index) => {
    const id = idAt(at - index, `${endpointId} ${index}`);
    const createdAt = new Date(at - index).toISOString();
    return {
      ...keys.webhookDelivery(workspace.id, endpointId, id),
      id,
      workspaceId: workspace.id,
      endpointId,
      event: 'inbound',
      payload: '{}',
      status: 'failed',
      attempts: 2,
      lastStatusCode: 500,
      lastError: null,
      createdAt,
      deliveredAt: null,
      nextAttemptAt: createdAt,
      expiresAt: epochSeconds(at) + 3_600,
      ...overrides,
    };
  });
  await table.putAll(records);
  return records.map(({ id }) => id);
}

describe('the list of deliveries', () => {
  const shown = async (id: string, query = '') => {
    const { status, body } = await deliveries(id, query);
    const { object, data, has_more, next_cursor, ...others } = body;
    expect({ status, object, next_cursor, others }).toEqual({
      status: 200,
      object: 'list',
      next_cursor: null,
      others: {},
    });
    return { ids: data.map(({ id: one }: { id: string }) => one), hasMore: has_more };
  };

  test('is empty at first', async () => {
    const { id } = await anEndpoint();

    expect((await deliveries(id)).body).toEqual(emptyList);
  });

  test('shows of each the documented fields and no others', async () => {
    const { id } = await anEndpoint();
    const [deliveryId] = await seedDeliveries(id, 1);

    expect((await deliveries(id)).body.data).toEqual([
      {
        id: deliveryId,
        event: 'inbound',
        status: 'failed',
        attempts: 2,
        last_status_code: 500,
        last_error: null,
        created_at: aTime,
        delivered_at: null,
      },
    ]);
  });

  test.each([
    ['', 50],
    ['?limit=', 50],
    ['?limit=0', 50],
    ['?limit=-1', 50],
    ['?limit=abc', 50],
    ['?limit=1.9', 1],
    ['?limit=7', 7],
    ['?limit=200', 200],
    ['?limit=201', 200],
    ['?limit=500', 200],
  ])('of 205 shows with %j the newest %i', async (query, size) => {
    const { id } = await anEndpoint();
    const ids = await seedDeliveries(id, 205);

    expect(await shown(id, query)).toEqual({ ids: ids.slice(0, size), hasMore: true });
  });

  test('says that there is more exactly when it is full', async () => {
    const { id } = await anEndpoint();
    const ids = await seedDeliveries(id, 50);

    expect(await shown(id)).toEqual({ ids, hasMore: true });
    expect(await shown(id, '?limit=50')).toEqual({ ids, hasMore: true });
    expect(await shown(id, '?limit=51')).toEqual({ ids, hasMore: false });
    expect(await shown(id, '?limit=49')).toEqual({ ids: ids.slice(0, 49), hasMore: true });
  });

  test.each([nobody, 'garbage', Buffer.from(nobody).toString('base64url')])(
    'does not care for a cursor: %s',
    async (cursor) => {
      const { id } = await anEndpoint();
      const ids = await seedDeliveries(id, 5);

      expect(await shown(id, `?limit=3&cursor=${cursor}`)).toEqual({ ids: ids.slice(0, 3), hasMore: true });
    },
  );

  test("has nothing of another endpoint's", async () => {
    const [one, other] = [await anEndpoint(), await anEndpoint()];
    await seedDeliveries(one.id, 3);

    expect(await shown(other.id)).toEqual({ ids: [], hasMore: false });
  });

  test('has nothing whose time is over', async () => {
    const { id } = await anEndpoint();
    await seedDeliveries(id, 2, { expiresAt: epochSeconds(await clockMs()) - 1 });

    expect(await shown(id)).toEqual({ ids: [], hasMore: false });
  });
});

describe('an Idempotency-Key', () => {
  const createWith = (idempotencyKey: string, overrides: Record<string, unknown> = {}): Promise<Answer> =>
    service.api('POST', all, {
      key: workspace.key,
      body: wanted(overrides),
      headers: { 'Idempotency-Key': idempotencyKey },
    });

  const callsOf = async (operation: string, since: string): Promise<CallRow[]> =>
    (await service.calls(since)).filter(
      (row) => row.function.endsWith('-createWebhookEndpoint') && row.operation === operation,
    );

  const slowEncryption = (delayMs: number) =>
    service.control('POST', '/faults', { service: 'kms', operation: 'Encrypt', delay_ms: delayMs, times: 1 });

  /** Starts a creation and waits until it has claimed its key: its first PutItem. */
  async function begin(idempotencyKey: string): Promise<{ answer: Promise<Answer>; since: string }> {
    const since = await service.now();
    const answer = createWith(idempotencyKey);
    const hasBegun = async () => (await callsOf('PutItem', since)).length > 0;
    await until(hasBegun, () => 'Nothing was put');
    return { answer, since };
  }

  const count = async (): Promise<number> => (await list()).body.data.length;

  test('that comes again makes another endpoint with another secret', async () => {
    const idempotencyKey = randomUUID();

    const answers = [await createWith(idempotencyKey), await createWith(idempotencyKey)];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    for (const { headers } of answers) expect(headers.get('idempotent-replay')).toBeNull();
    for (const field of ['id', 'secret'])
      expect(new Set(answers.map(({ body }) => body[field])).size).toBe(2);
    expect(await count()).toBe(2);
  });

  test('is forgotten with the answer: another body makes another endpoint', async () => {
    const idempotencyKey = randomUUID();
    await createWith(idempotencyKey);

    const other = await createWith(idempotencyKey, { events: ['send'] });

    expect(other).toMatchObject({ status: 201, body: { events: ['send'] } });
  });

  test('in use lets the second request wait, which then makes another endpoint', async () => {
    const idempotencyKey = randomUUID();
    await slowEncryption(3_000);
    const first = await begin(idempotencyKey);

    const second = await createWith(idempotencyKey);

    const answers = [await first.answer, second];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(2);
    const [slow, next, ...more] = await callsOf('Encrypt', first.since);
    expect(more).toEqual([]);
    expect(Date.parse(next?.at ?? '')).toBeGreaterThanOrEqual(
      Math.floor(Date.parse(slow?.at ?? '') + Number(slow?.duration_ms)),
    );
    expect(await count()).toBe(2);
  });

  test('in use refuses another body', async () => {
    const idempotencyKey = randomUUID();
    await slowEncryption(8_000);
    const first = await begin(idempotencyKey);

    const other = await createWith(idempotencyKey, { events: ['send'] });

    expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    expect((await first.answer).status).toBe(201);
    expect(await count()).toBe(1);
  });

  test('in use for more than eight seconds refuses, and nothing was done', async () => {
    const idempotencyKey = randomUUID();
    await slowEncryption(18_000);
    const first = await begin(idempotencyKey);
    const asked = performance.now();

    const second = await createWith(idempotencyKey);

    expect(refusalOf(second)).toMatchObject({ status: 409, type: 'idempotency_in_progress' });
    expect(performance.now() - asked).toBeGreaterThanOrEqual(7_900);
    expect((await first.answer).status).toBe(201);
    expect(await count()).toBe(1);
  });
});

describe('the secret', () => {
  /** Each file that the runtime keeps: the database, queues, objects, what it knows of itself. */
  const keptFiles = (): Buffer[] =>
    readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

  test('is kept nowhere in the clear, nor printed, also after it has signed', async () => {
    const { domain } = await aDomain(service, workspace.id);
    const path = `/${randomUUID()}`;
    const body = wanted({ url: `https://hooks.example${path}`, events: ['send', 'delivery'] });
    const headers = { 'Idempotency-Key': randomUUID() };
    const { secret, id } = (await service.api('POST', all, { key: workspace.key, body, headers })).body;
    await api('POST', '/v1/emails', anEmail({ from: `desk@${domain}` }));
    await service.settle();

    // The attempts were made, and failed, as nobody listens: they were signed.
    expect((await deliveries(id)).body.data).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    const files = keptFiles();
    const isKept = (text: string): boolean => files.some((bytes) => bytes.includes(text));
    // What is kept can be found this way.
    expect(isKept(path)).toBe(true);
    const bare = secret.slice('whsec_'.length);
    const spellings = [bare, ...['base64', 'hex'].map((spelling) => encoded(bare, spelling))];
    for (const spelling of spellings) {
      expect(isKept(spelling)).toBe(false);
      expect(service.output()).not.toContain(spelling);
    }
  });

  const encoded = (text: string, spelling: string): string =>
    Buffer.from(text)
      .toString(spelling === 'hex' ? 'hex' : 'base64')
      .replace(/=+$/, '');

  test('opens for no endpoint but its own', async () => {
    const { domain } = await aDomain(service, workspace.id);
    const [own, other] = [await anEndpoint({ events: ['send'] }), await anEndpoint({ events: ['send'] })];
    const key = keys.webhookEndpoint(workspace.id, other.id);
    const record = { ...(await table.get(key)), ...key, sealedSecret: await sealedSecretOf(own.id) };
    await table.putAll([record]);

    await api('POST', '/v1/emails', anEmail({ from: `desk@${domain}` }));
    await service.settle();

    expect((await deliveries(own.id)).body.data).toMatchObject([{ attempts: 1 }]);
    expect((await deliveries(other.id)).body.data).toMatchObject([{ attempts: 0 }]);
  });

  test('was opened by what delivers alone, and sealed by what creates', async () => {
    const used = (await service.calls())
      .filter((row) => row.service === 'kms')
      .map((row) => `${row.function.replace(/^.*-/, '')} ${row.operation}`);

    expect(used).toContain('createWebhookEndpoint Encrypt');
    expect(
      used.filter((use) => !/^(createWebhookEndpoint Encrypt|deliver(Slow)?Webhook Decrypt)$/.test(use)),
    ).toEqual([]);
  });
});
