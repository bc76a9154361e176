import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys } from '../../../shared/db/keys';
import { epochSeconds, deriveIdAt } from '../../../shared/core/time';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import type { ApiResponse, CallRow } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { aKey, refusalOf } from '../../support/api-helpers';
import { aTimestamp, anId, emptyList, unknownId } from '../../support/matchers';
import { useService } from '../../support/use-service';
import { waitUntil } from '../../support/wait-until';

const service = useService();
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

const endpointsPath = '/v1/webhook-endpoints';

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<ApiResponse> =>
  service.api(method, path, { key, body });

/** Returns a valid request with overrides. */
const endpointRequest = (overrides: Record<string, unknown> = {}) => ({
  url: 'https://hooks.example/mail',
  events: ['inbound'],
  ...overrides,
});

const createEndpoint = (overrides: Record<string, unknown> = {}, key?: string): Promise<ApiResponse> =>
  api('POST', endpointsPath, endpointRequest(overrides), key);

/** Creates an endpoint and returns the response body. */
async function anEndpoint(overrides: Record<string, unknown> = {}): Promise<ApiResponse['body']> {
  const { status, body } = await createEndpoint(overrides);
  if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
  return body;
}

const listEndpoints = (query = '', key?: string): Promise<ApiResponse> =>
  api('GET', `${endpointsPath}${query}`, undefined, key);

const updateEndpoint = (id: string, body: unknown, key?: string): Promise<ApiResponse> =>
  api('PATCH', `${endpointsPath}/${id}`, body, key);

const deleteEndpoint = (id: string, key?: string): Promise<ApiResponse> =>
  api('DELETE', `${endpointsPath}/${id}`, undefined, key);

const listDeliveries = (id: string, query = '', key?: string): Promise<ApiResponse> =>
  api('GET', `${endpointsPath}/${id}/events${query}`, undefined, key);

/** Finds the endpoint in the list. */
const findListed = async (id: string) =>
  (await listEndpoints('?limit=100')).body.data.find((endpoint: { id: string }) => endpoint.id === id);

/** Returns the endpoint without the fields that only the creation returns. */
const withoutSecret = ({ id, url, events, enabled, created_at }: ApiResponse['body']) => ({
  id,
  url,
  events,
  enabled,
  created_at,
});

const sealedSecretOf = async (id: string): Promise<unknown> =>
  (await table.get(keys.webhookEndpoint(workspace.id, id)))?.['sealedSecret'];

const randomHost = () => `${randomUUID().slice(0, 8)}.example`;

const setDns = (name: string, settings: Record<string, unknown>): Promise<unknown> =>
  service.control('PUT', `/dns/${name}`, settings);

const clockMs = async (): Promise<number> => Date.parse(await service.now());

const expectedSecret = expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/) as unknown as string;

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

const notPublicError = 'url: must be a public http or https address';
const badPortError = 'url: port must be 80, 443 or 1024-65535';

/** Returns the message of a validation error and the paths of the invalid fields. */
function validationErrorOf(response: ApiResponse): { message: string; paths?: string[] } {
  const { status, type, message } = refusalOf(response);
  expect({ status, type }).toEqual({ status: 422, type: 'invalid_request' });
  const { details } = response.body.error;
  if (!details) return { message };
  expect(message).toBe('Validation failed');
  return { message, paths: details.map(({ path }: { path: string[] }) => path.join('.')).sort() };
}

const invalidFields = (...paths: string[]) => ({ message: 'Validation failed', paths });

/** URLs that creation and update refuse, in the order of the checks. */
const refusedUrls: [description: string, message: string, urls: string[]][] = [
  [
    'another scheme',
    notPublicError,
    ['ftp://hooks.example/', 'ws://hooks.example/', 'mailto:a@hooks.example'],
  ],
  [
    'a username or password',
    notPublicError,
    ['https://kim@hooks.example/', 'https://kim:secret@hooks.example/'],
  ],
  [
    'a scheme or username in addition to a port',
    notPublicError,
    ['ftp://hooks.example:81/', 'http://kim@hooks.example:81/'],
  ],
  [
    'a port below 1024',
    badPortError,
    ['http://hooks.example:1023/', 'https://hooks.example:22', 'http://hooks.example:0/'],
  ],
  [
    'a port in addition to an address',
    badPortError,
    ['http://127.0.0.1:81/', 'http://localhost:81/', 'http://[::1]:25/'],
  ],
  [
    'an address that is not public',
    notPublicError,
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
    'another spelling of a private address',
    notPublicError,
    [
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://256.1.1.1/',
      'http://１２７.0.0.1/',
    ],
  ],
  [
    'an internal name',
    notPublicError,
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

/** DNS records that resolve to a private address. */
const privateDns: [description: string, settings: (other: string) => Record<string, unknown>][] = [
  ['an A record', () => ({ A: ['10.0.0.1'] })],
  ['an AAAA record', () => ({ AAAA: ['fd00::1'] })],
  ['an IPv4-mapped IPv6 address', () => ({ AAAA: ['::ffff:127.0.0.1'] })],
  ['one of several A records', () => ({ A: ['93.184.216.34', '192.168.1.1', '93.184.216.35'] })],
  ['an AAAA record next to a public A record', () => ({ A: ['93.184.216.34'], AAAA: ['::1'] })],
  ['an alias of a private name', (other) => ({ CNAME: [other] })],
];

/** Creates a host with these records, and another host with a private address. */
async function createHost(records: (other: string) => Record<string, unknown>): Promise<string> {
  const [name, other] = [randomHost(), randomHost()];
  await setDns(other, { A: ['172.16.0.1'] });
  await setDns(name, records(other));
  return name;
}

const invalidEvents: [description: string, events: unknown, path: string][] = [
  ['none', [], 'events'],
  ['null', null, 'events'],
  ['text', 'inbound', 'events'],
  ['an object', { 0: 'inbound', length: 1 }, 'events'],
  ['an unknown type', ['opened'], 'events.0'],
  ['an unknown type after a known type', ['inbound', 'email.sent'], 'events.1'],
  ['capitals', ['Inbound'], 'events.0'],
  ['a type that is not a string', ['inbound', 5], 'events.1'],
];

const invalidUrls: [description: string, url: unknown][] = [
  ['null', null],
  ['a number', 5],
  ['empty', ''],
  ['without a scheme', 'hooks.example/mail'],
  ['a path', '/mail'],
  ['without a host', 'https://'],
  ['white space in its host', 'https://hooks example/'],
  ['an invalid port', 'https://hooks.example:99999/'],
  ['longer than 2,048 characters', longUrl(2_049)],
];

function longUrl(length: number): string {
  const start = 'https://hooks.example/';
  return `${start}${'a'.repeat(length - start.length)}`;
}

describe('a new endpoint', () => {
  // W-1
  test('is returned with its secret', async () => {
    const { status, headers, body } = await createEndpoint({ events: ['inbound', 'bounce'] });

    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toEqual({
      id: anId,
      url: 'https://hooks.example/mail',
      events: ['inbound', 'bounce'],
      enabled: true,
      created_at: aTimestamp,
      secret: expectedSecret,
    });
  });

  // W-2
  test('shows its secret only once', async () => {
    const { id, secret } = await anEndpoint();

    const responses = [
      await listEndpoints(),
      await updateEndpoint(id, { events: ['send'] }),
      await updateEndpoint(id, { url: 'https://hooks.example/other', enabled: true }),
      await listDeliveries(id),
      await deleteEndpoint(id),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { body, headers } of responses)
      expect(JSON.stringify([body, ...headers])).not.toMatch(/secret|whsec/i);
    expect(secret).toEqual(expectedSecret);
  });

  test('has its own secret', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, async () => (await anEndpoint()).secret));

    expect(new Set(secrets).size).toBe(10);
  });

  test('stores its URL unchanged', async () => {
    const url = 'HTTPS://Hooks.Example:8443/In?Key=a%20b&b=ü#End';

    expect(await anEndpoint({ url })).toMatchObject({ url });
  });

  // W-3
  test.each(eventTypes)('accepts the event type %s', async (type) => {
    expect(await anEndpoint({ events: [type] })).toMatchObject({ events: [type] });
  });

  test('accepts all event types in any order, without duplicates', async () => {
    const events = [...eventTypes].reverse();

    const endpoint = await anEndpoint({ events: [...events, ...eventTypes] });

    expect(endpoint.events).toEqual(events);
    expect((await findListed(endpoint.id)).events).toEqual(events);
  });

  test('ignores unknown fields', async () => {
    const requested = { enabled: false, id: unknownId, secret: 'mine', created_at: 'now', colour: 'red' };

    const endpoint = await anEndpoint(requested);

    expect(endpoint).toMatchObject({ enabled: true, secret: expectedSecret, created_at: aTimestamp });
    expect(endpoint).not.toHaveProperty('colour');
    expect(endpoint.id).not.toBe(unknownId);
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
  ])('accepts %s', async (url) => {
    expect(await createEndpoint({ url })).toMatchObject({ status: 201, body: { url } });
  });

  // W-3
  test.each(invalidEvents)('is refused for its events: %s', async (_description, events, path) => {
    expect(validationErrorOf(await createEndpoint({ events }))).toEqual(invalidFields(path));
    expect((await listEndpoints()).body).toEqual(emptyList);
  });

  test.each(invalidUrls)('is refused for its URL: %s', async (_description, url) => {
    expect(validationErrorOf(await createEndpoint({ url }))).toEqual(invalidFields('url'));
    expect((await listEndpoints()).body).toEqual(emptyList);
  });

  test.each([
    ['an empty object', {}, ['events', 'url']],
    ['an object without url', { events: ['inbound'] }, ['url']],
    ['an object without events', { url: 'https://hooks.example/' }, ['events']],
    ['a list', [endpointRequest()], ['']],
    ['a string', '"hello"', ['']],
  ])('is refused for a body that is %s', async (_description, body, paths) => {
    expect(validationErrorOf(await api('POST', endpointsPath, body))).toEqual(invalidFields(...paths));
  });

  // W-5, W-9
  test.each(refusedUrls)('is refused for %s', async (_description, message, urls) => {
    for (const url of urls)
      expect([url, validationErrorOf(await createEndpoint({ url }))]).toEqual([url, { message }]);
    expect((await listEndpoints()).body).toEqual(emptyList);
  });

  // W-11
  test('with an invalid field is refused before the scheme, port and address are checked', async () => {
    for (const url of ['ftp://hooks.example/', 'http://hooks.example:81/', 'http://127.0.0.1/'])
      expect(validationErrorOf(await createEndpoint({ url, events: [] }))).toEqual(invalidFields('events'));
  });

  // W-7
  test.each(privateDns)(
    'is refused if its host resolves to a private address through %s',
    async (_description, settings) => {
      const name = await createHost(settings);

      expect(validationErrorOf(await createEndpoint({ url: `https://${name}/` }))).toEqual({
        message: notPublicError,
      });
      expect(validationErrorOf(await createEndpoint({ url: `https://${name}:81/` }))).toEqual({
        message: badPortError,
      });
      expect((await listEndpoints()).body).toEqual(emptyList);
    },
  );

  // W-10
  test.each([
    ['does not exist yet', { error: 'NXDOMAIN' }],
    ['fails to resolve', { error: 'SERVFAIL' }],
    ['times out in DNS', { error: 'TIMEOUT' }],
    ['has no address yet', { TXT: ['hello'] }],
    ['is an alias of a missing name', { CNAME: ['missing.invalid'] }],
    ['has public addresses only', { A: ['93.184.216.34'], AAAA: ['2606:2800:220:1::1'] }],
  ])('may have a host that %s', async (_description, settings) => {
    const name = randomHost();
    await setDns(name, settings);

    expect(await createEndpoint({ url: `https://${name}/` })).toMatchObject({ status: 201 });
  });

  test('is refused if the workspace already has 120 endpoints', async () => {
    const [first = ''] = await seedEndpoints(119);

    const [lastAllowed, tooMany] = [await createEndpoint(), await createEndpoint()];
    await deleteEndpoint(first);
    const repeatResponse = await createEndpoint();

    expect([lastAllowed.status, repeatResponse.status]).toEqual([201, 201]);
    expect(validationErrorOf(tooMany).message).toMatch(/at most 120 webhook endpoints/);
  });

  test('whose secret cannot be encrypted is not created', async () => {
    // After a restart, the function reads the data key again.
    await service.control('POST', '/restart');
    const fault = { service: 'ssm', operation: 'GetParameter', error: 'InternalServerError' };
    await service.control('POST', '/faults', fault);

    const failed = await createEndpoint();

    expect(refusalOf(failed)).toMatchObject({ status: 500, type: 'internal_error' });
    expect((await listEndpoints()).body).toEqual(emptyList);
  });
});

/**
 * Writes older endpoints directly to the table, because requests would take minutes. Returns the ids, newest first.
 */
async function seedEndpoints(count: number): Promise<string[]> {
  const { id: templateId } = await anEndpoint();
  const template = await table.get(keys.webhookEndpoint(workspace.id, templateId));
  await deleteEndpoint(templateId);
  const newestMs = (await clockMs()) - 60 * 60_000;
  const ids = Array.from({ length: count }, (_, index) =>
    deriveIdAt(newestMs - index, `${workspace.id} ${index}`),
  );
  await table.putAll(ids.map((id) => ({ ...template, ...keys.webhookEndpoint(workspace.id, id), id })));
  return ids;
}

describe('the list of endpoints', () => {
  const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

  test('is empty at first', async () => {
    expect(await listEndpoints()).toMatchObject({ status: 200, body: emptyList });
  });

  // W-4
  test('shows each endpoint without its secret, newest first', async () => {
    const created = [];
    for (const events of [['send'], ['open', 'click']]) {
      created.unshift(withoutSecret(await anEndpoint({ events })));
      await service.advance(1);
    }

    expect((await listEndpoints()).body).toEqual({ ...emptyList, data: created });
  });

  test('contains no endpoints of another workspace', async () => {
    await anEndpoint();
    const otherWorkspace = await aWorkspace(service);

    expect((await listEndpoints('', otherWorkspace.key)).body).toEqual(emptyList);
  });

  describe('with 105 endpoints', () => {
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
    ])('the query %j returns %i endpoints per page', async (query, size) => {
      const page = await listEndpoints(query);

      expect(page).toMatchObject({ status: 200, body: { object: 'list', has_more: true } });
      expect(idsOf(page)).toEqual(ids.slice(0, size));
      expect(page.body.next_cursor).toEqual(expect.any(String));
    });

    // W-4
    test.each([1, 7, 35, 100])('pages of %i contain each endpoint once', async (limit) => {
      const seenIds: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await listEndpoints(`?limit=${limit}&cursor=${cursor}`);
        expect(page.body.has_more).toBe(page.body.next_cursor !== null);
        seenIds.push(...idsOf(page));
        cursor = page.body.next_cursor;
      }

      expect(seenIds).toEqual(ids);
    });

    test('continues after the cursor although endpoints were added and deleted', async () => {
      const first = await listEndpoints('?limit=10');
      await anEndpoint();
      await deleteEndpoint(ids[9] ?? '');

      const second = await listEndpoints(`?limit=10&cursor=${first.body.next_cursor}`);

      expect(idsOf(first)).toEqual(ids.slice(0, 10));
      expect(idsOf(second)).toEqual(ids.slice(10, 20));
    });

    test.each(['garbage', '%00', encodeURIComponent('💌'), 'x'.repeat(500), unknownId])(
      'starts with the first endpoint for the invalid cursor %s',
      async (cursor) => {
        const page = await listEndpoints(`?limit=3&cursor=${cursor}`);

        expect(page.status).toBe(200);
        expect(idsOf(page)).toEqual(ids.slice(0, 3));
      },
    );

    test('does not reveal endpoints for a cursor of another workspace', async () => {
      const { next_cursor } = (await listEndpoints('?limit=10')).body;
      const otherWorkspace = await aWorkspace(service);

      expect((await listEndpoints(`?cursor=${next_cursor}`, otherWorkspace.key)).body).toEqual(emptyList);
    });
  });
});

describe('an update', () => {
  test('of the URL keeps the other fields', async () => {
    const endpoint = await anEndpoint({ events: ['send', 'open'] });

    const changed = await updateEndpoint(endpoint.id, { url: 'http://other.example:8080/in' });

    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...withoutSecret(endpoint), url: 'http://other.example:8080/in' });
    expect(await findListed(endpoint.id)).toEqual(changed.body);
  });

  // W-12
  test('of the events replaces all event types', async () => {
    const endpoint = await anEndpoint({ events: ['send', 'open'] });

    const changed = await updateEndpoint(endpoint.id, { events: ['open', 'click', 'open'] });

    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual({ ...withoutSecret(endpoint), events: ['open', 'click'] });
    expect(await findListed(endpoint.id)).toEqual(changed.body);
  });

  test('can disable and enable an endpoint', async () => {
    const endpoint = await anEndpoint();

    for (const enabled of [false, false, true, true]) {
      const changed = await updateEndpoint(endpoint.id, { enabled });

      expect(changed).toMatchObject({ status: 200 });
      expect(changed.body).toEqual({ ...withoutSecret(endpoint), enabled });
      expect(await findListed(endpoint.id)).toEqual(changed.body);
    }
  });

  test('can change all fields', async () => {
    const endpoint = await anEndpoint();
    const changes = { url: 'https://other.example/', events: ['bounce'], enabled: false };

    expect((await updateEndpoint(endpoint.id, changes)).body).toEqual({
      ...withoutSecret(endpoint),
      ...changes,
    });
  });

  // W-12
  test.each([
    ['nothing', {}],
    [
      'unknown fields',
      { colour: 'red', id: unknownId, secret: 'mine', created_at: 'now', workspaceId: unknownId },
    ],
  ])('of %s changes nothing', async (_description, changes) => {
    const endpoint = await anEndpoint();

    const changed = await updateEndpoint(endpoint.id, changes);

    expect(changed.status).toBe(200);
    expect(changed.body).toEqual(withoutSecret(endpoint));
    expect(await findListed(endpoint.id)).toEqual(changed.body);
  });

  // W-12
  test('keeps the secret', async () => {
    const { id } = await anEndpoint();
    const before = await sealedSecretOf(id);

    await updateEndpoint(id, { url: 'https://other.example/', events: ['send'], enabled: false });

    expect(before).toEqual(expect.any(String));
    expect(await sealedSecretOf(id)).toBe(before);
  });

  test.each([
    ...invalidEvents.map(
      ([description, events, path]) => [`events: ${description}`, { events }, path] as const,
    ),
    ...invalidUrls.map(([description, url]) => [`url: ${description}`, { url }, 'url'] as const),
    ...[null, 'false', 0, 1, []].map(
      (enabled) => [`enabled: ${JSON.stringify(enabled)}`, { enabled }, 'enabled'] as const,
    ),
    ['a list', [], ''] as const,
  ])('is refused for %s', async (_description, changes, path) => {
    const endpoint = await anEndpoint();

    expect(validationErrorOf(await updateEndpoint(endpoint.id, changes))).toEqual(invalidFields(path));
    expect(await findListed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });

  test('reports every invalid field', async () => {
    const { id } = await anEndpoint();
    const changes = { url: 'hooks', events: ['opened', 'send', 'sent'], enabled: 'no' };

    expect(validationErrorOf(await updateEndpoint(id, changes))).toEqual(
      invalidFields('enabled', 'events.0', 'events.2', 'url'),
    );
  });

  // W-13
  test.each(refusedUrls)('is refused for %s and changes nothing', async (_description, message, urls) => {
    const endpoint = await anEndpoint();

    for (const url of urls) {
      const refused = await updateEndpoint(endpoint.id, { url, events: ['send'], enabled: false });
      expect([url, validationErrorOf(refused)]).toEqual([url, { message }]);
    }
    expect(await findListed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });

  test.each(privateDns)(
    'to a host that resolves to a private address through %s is refused',
    async (_description, settings) => {
      const endpoint = await anEndpoint();
      const name = await createHost(settings);

      expect(validationErrorOf(await updateEndpoint(endpoint.id, { url: `http://${name}/` }))).toEqual({
        message: notPublicError,
      });
      expect(await findListed(endpoint.id)).toEqual(withoutSecret(endpoint));
    },
  );

  // W-13
  test('checks the existence of the endpoint, then the fields, the port and the address', async () => {
    const { id } = await anEndpoint();

    const unknown = await updateEndpoint(unknownId, { url: 'http://127.0.0.1:81/', enabled: 'no' });
    const field = await updateEndpoint(id, { url: 'http://127.0.0.1:81/', enabled: 'no' });
    const port = await updateEndpoint(id, { url: 'http://127.0.0.1:81/' });

    expect(refusalOf(unknown)).toMatchObject({ status: 404, type: 'not_found' });
    expect(validationErrorOf(field)).toEqual(invalidFields('enabled'));
    expect(validationErrorOf(port)).toEqual({ message: badPortError });
  });

  // W-14
  test('without a URL does not check the stored URL again', async () => {
    const name = randomHost();
    const url = `https://${name}/`;
    const { id } = await anEndpoint({ url });
    await setDns(name, { A: ['10.0.0.1'] });

    const otherFields = await updateEndpoint(id, { events: ['send'], enabled: true });
    const unchangedUrl = await updateEndpoint(id, { url });

    expect(otherFields).toMatchObject({ status: 200, body: { url, events: ['send'] } });
    expect(validationErrorOf(unchangedUrl)).toEqual({ message: notPublicError });
  });

  test('concurrent with a deletion does not restore the endpoint', async () => {
    const endpoints = await Promise.all(Array.from({ length: 10 }, () => anEndpoint()));

    const changes = await Promise.all(
      endpoints.flatMap(({ id }) => [
        updateEndpoint(id, { events: ['send'], enabled: true }),
        deleteEndpoint(id),
      ]),
    );

    const [changed, removed] = [0, 1].map((remainder) =>
      changes.filter((_, newestMs) => newestMs % 2 === remainder).map(({ status }) => status),
    );
    expect(removed).toEqual(Array(10).fill(200));
    for (const status of changed ?? []) expect([200, 404]).toContain(status);
    expect((await listEndpoints()).body).toEqual(emptyList);
  });
});

describe('a deletion', () => {
  test('is confirmed, and later requests for the endpoint return 404', async () => {
    const { id } = await anEndpoint();
    const other = await anEndpoint();

    const deleted = await deleteEndpoint(id);

    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ id, deleted: true });
    for (const response of [
      await deleteEndpoint(id),
      await updateEndpoint(id, { enabled: true }),
      await listDeliveries(id),
    ])
      expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
    expect((await listEndpoints()).body.data).toEqual([withoutSecret(other)]);
  });

  // W-15
  test('removes the deliveries of the endpoint from the API', async () => {
    const { id } = await anEndpoint();
    await seedDeliveries(id, 3);
    expect((await listDeliveries(id)).body.data).toHaveLength(3);

    await deleteEndpoint(id);

    expect(refusalOf(await listDeliveries(id))).toMatchObject({ status: 404, type: 'not_found' });
  });

  test('ten times concurrently succeeds once', async () => {
    const { id } = await anEndpoint();

    const responses = await Promise.all(Array.from({ length: 10 }, () => deleteEndpoint(id)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});

// W-2
test('a single endpoint cannot be read with GET, and its secret cannot be changed', async () => {
  const { id } = await anEndpoint();

  for (const [method, path] of [
    ['GET', id],
    ['PUT', id],
    ['POST', `${id}/rotate`],
    ['POST', `${id}/test`],
    ['GET', `${id}/events/${unknownId}`],
  ] as const)
    expect(refusalOf(await api(method, `${endpointsPath}/${path}`))).toMatchObject({
      status: 404,
      message: expect.stringMatching(/^No such API route/),
    });
});

describe("a request for another workspace's endpoint", () => {
  test('returns 404 and does not change the endpoint', async () => {
    const endpoint = await anEndpoint();
    const { key } = await aWorkspace(service);

    for (const response of [
      await updateEndpoint(endpoint.id, { enabled: false }, key),
      await updateEndpoint(endpoint.id, { url: 'http://127.0.0.1/' }, key),
      await deleteEndpoint(endpoint.id, key),
      await listDeliveries(endpoint.id, '', key),
    ])
      expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await findListed(endpoint.id)).toEqual(withoutSecret(endpoint));
  });
});

describe('scopes', () => {
  const keyWithScope = async (scope: 'webhooks:read' | 'webhooks:write'): Promise<string> =>
    (await aKey(service, { creatorKey: workspace.key, scopes: [scope] })).key;

  const readRequests = (id: string, key: string) => [
    () => listEndpoints('', key),
    () => listDeliveries(id, '', key),
  ];
  const writeRequests = (id: string, key: string) => [
    () => createEndpoint({}, key),
    () => updateEndpoint(id, { enabled: true }, key),
    () => deleteEndpoint(id, key),
  ];

  test('the scope webhooks:read allows listing but not writing endpoints', async () => {
    const { id } = await anEndpoint();
    const key = await keyWithScope('webhooks:read');

    for (const read of readRequests(id, key)) expect((await read()).status).toBe(200);
    for (const write of writeRequests(id, key)) {
      const { status, type, message } = refusalOf(await write());
      expect({ status, type }).toEqual({ status: 403, type: 'forbidden' });
      expect(message).toContain('webhooks:write');
    }
  });

  test('the scope webhooks:write allows writing but not listing endpoints', async () => {
    const { id } = await anEndpoint();
    const key = await keyWithScope('webhooks:write');

    for (const read of readRequests(id, key)) {
      const { status, type, message } = refusalOf(await read());
      expect({ status, type }).toEqual({ status: 403, type: 'forbidden' });
      expect(message).toContain('webhooks:read');
    }
    const statuses = [];
    for (const write of writeRequests(id, key)) statuses.push((await write()).status);
    expect(statuses).toEqual([201, 200, 200]);
  });
});

/** Writes deliveries of the past hour to the table and returns their ids, newest first. */
async function seedDeliveries(
  endpointId: string,
  count: number,
  overrides: Record<string, unknown> = {},
): Promise<string[]> {
  const newestMs = await clockMs();
  const records = Array.from({ length: count }, (_, index) => {
    const id = deriveIdAt(newestMs - index, `${endpointId} ${index}`);
    const createdAt = new Date(newestMs - index).toISOString();
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
      expiresAt: epochSeconds(newestMs) + 3_600,
      ...overrides,
    };
  });
  await table.putAll(records);
  return records.map(({ id }) => id);
}

describe('the list of deliveries', () => {
  const listIds = async (id: string, query = '') => {
    const { status, body } = await listDeliveries(id, query);
    const { object, data, has_more, next_cursor, ...otherFields } = body;
    expect({ status, object, next_cursor, otherFields }).toEqual({
      status: 200,
      object: 'list',
      next_cursor: null,
      otherFields: {},
    });
    return { ids: data.map(({ id: remainder }: { id: string }) => remainder), hasMore: has_more };
  };

  test('is empty at first', async () => {
    const { id } = await anEndpoint();

    expect((await listDeliveries(id)).body).toEqual(emptyList);
  });

  // W-32
  test('shows exactly the documented fields', async () => {
    const { id } = await anEndpoint();
    const [deliveryId] = await seedDeliveries(id, 1);

    expect((await listDeliveries(id)).body.data).toEqual([
      {
        id: deliveryId,
        event: 'inbound',
        status: 'failed',
        attempts: 2,
        last_status_code: 500,
        last_error: null,
        created_at: aTimestamp,
        delivered_at: null,
      },
    ]);
  });

  // R-37, W-38
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
  ])('of 205 deliveries returns the newest deliveries: the query %j returns %i', async (query, size) => {
    const { id } = await anEndpoint();
    const ids = await seedDeliveries(id, 205);

    expect(await listIds(id, query)).toEqual({ ids: ids.slice(0, size), hasMore: true });
  });

  // W-38
  test('sets has_more if and only if the page is full', async () => {
    const { id } = await anEndpoint();
    const ids = await seedDeliveries(id, 50);

    expect(await listIds(id)).toEqual({ ids, hasMore: true });
    expect(await listIds(id, '?limit=50')).toEqual({ ids, hasMore: true });
    expect(await listIds(id, '?limit=51')).toEqual({ ids, hasMore: false });
    expect(await listIds(id, '?limit=49')).toEqual({ ids: ids.slice(0, 49), hasMore: true });
  });

  // W-38
  test.each([unknownId, 'garbage', Buffer.from(unknownId).toString('base64url')])(
    'ignores the cursor %s',
    async (cursor) => {
      const { id } = await anEndpoint();
      const ids = await seedDeliveries(id, 5);

      expect(await listIds(id, `?limit=3&cursor=${cursor}`)).toEqual({ ids: ids.slice(0, 3), hasMore: true });
    },
  );

  test('contains no deliveries of another endpoint', async () => {
    const [remainder, other] = [await anEndpoint(), await anEndpoint()];
    await seedDeliveries(remainder.id, 3);

    expect(await listIds(other.id)).toEqual({ ids: [], hasMore: false });
  });

  test('contains no expired deliveries', async () => {
    const { id } = await anEndpoint();
    await seedDeliveries(id, 2, { expiresAt: epochSeconds(await clockMs()) - 1 });

    expect(await listIds(id)).toEqual({ ids: [], hasMore: false });
  });
});

describe('an Idempotency-Key', () => {
  const createWithKey = (
    idempotencyKey: string,
    overrides: Record<string, unknown> = {},
  ): Promise<ApiResponse> =>
    service.api('POST', endpointsPath, {
      key: workspace.key,
      body: endpointRequest(overrides),
      headers: { 'Idempotency-Key': idempotencyKey },
    });

  const callsOf = async (operation: string, since: string): Promise<CallRow[]> =>
    (await service.calls(since)).filter(
      (row) => row.function.endsWith('-createWebhookEndpoint') && row.operation === operation,
    );

  /** Delays the first read of the data key, which a function instance makes when it encrypts its first secret. */
  async function delayEncryption(delayMs: number): Promise<void> {
    await service.control('POST', '/restart');
    const fault = { service: 'ssm', operation: 'GetParameter', delay_ms: delayMs, times: 1 };
    await service.control('POST', '/faults', fault);
  }

  /** Starts a creation and waits for its first PutItem, which claims the key. */
  async function startCreation(
    idempotencyKey: string,
  ): Promise<{ response: Promise<ApiResponse>; since: string }> {
    const since = await service.now();
    const response = createWithKey(idempotencyKey);
    const hasStarted = async () => (await callsOf('PutItem', since)).length > 0;
    await waitUntil(hasStarted, () => 'The creation made no PutItem call');
    return { response, since };
  }

  const countEndpoints = async (): Promise<number> => (await listEndpoints()).body.data.length;

  // I-11
  test('does not prevent a repeated request from creating another endpoint with a new secret', async () => {
    const idempotencyKey = randomUUID();

    const responses = [await createWithKey(idempotencyKey), await createWithKey(idempotencyKey)];

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    for (const { headers } of responses) expect(headers.get('idempotent-replay')).toBeNull();
    for (const field of ['id', 'secret'])
      expect(new Set(responses.map(({ body }) => body[field])).size).toBe(2);
    expect(await countEndpoints()).toBe(2);
  });

  // I-13
  test('is not stored, so a request with a different body creates another endpoint', async () => {
    const idempotencyKey = randomUUID();
    await createWithKey(idempotencyKey);

    const other = await createWithKey(idempotencyKey, { events: ['send'] });

    expect(other).toMatchObject({ status: 201, body: { events: ['send'] } });
  });

  // I-12
  test('that is in use delays a second request, which then creates another endpoint', async () => {
    const idempotencyKey = randomUUID();
    await delayEncryption(3_000);
    const first = await startCreation(idempotencyKey);

    const second = await createWithKey(idempotencyKey);

    const responses = [await first.response, second];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(responses.map(({ body }) => body.secret)).size).toBe(2);
    const [slowCall, nextCall, ...furtherCalls] = await callsOf('GetParameter', first.since);
    expect(furtherCalls).toEqual([]);
    expect(Date.parse(nextCall?.at ?? '')).toBeGreaterThanOrEqual(
      Math.floor(Date.parse(slowCall?.at ?? '') + Number(slowCall?.duration_ms)),
    );
    expect(await countEndpoints()).toBe(2);
  });

  test('that is in use makes a second request with a different body fail', async () => {
    const idempotencyKey = randomUUID();
    await delayEncryption(8_000);
    const first = await startCreation(idempotencyKey);

    const other = await createWithKey(idempotencyKey, { events: ['send'] });

    expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    expect((await first.response).status).toBe(201);
    expect(await countEndpoints()).toBe(1);
  });

  // I-9, I-12
  test('that is in use for more than eight seconds makes a second request fail without creating an endpoint', async () => {
    const idempotencyKey = randomUUID();
    await delayEncryption(18_000);
    const first = await startCreation(idempotencyKey);
    const requested = performance.now();

    const second = await createWithKey(idempotencyKey);

    expect(refusalOf(second)).toMatchObject({ status: 409, type: 'idempotency_in_progress' });
    expect(performance.now() - requested).toBeGreaterThanOrEqual(7_900);
    expect((await first.response).status).toBe(201);
    expect(await countEndpoints()).toBe(1);
  });
});

describe('the secret', () => {
  /** Reads all files of the runtime, which contain the table, queues, objects and runtime state. */
  const readDataFiles = (): Buffer[] =>
    readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

  test('is neither stored nor logged in plain text, even after it signs requests', async () => {
    const { domain } = await aDomain(service, workspace.id);
    const path = `/${randomUUID()}`;
    const body = endpointRequest({ url: `https://hooks.example${path}`, events: ['send', 'delivery'] });
    const headers = { 'Idempotency-Key': randomUUID() };
    const { secret, id } = (await service.api('POST', endpointsPath, { key: workspace.key, body, headers }))
      .body;
    await api('POST', '/v1/emails', anEmail({ from: `desk@${domain}` }));
    await service.settle();

    // The attempts failed without a listener, but their requests were signed.
    expect((await listDeliveries(id)).body.data).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    const files = readDataFiles();
    const isStored = (text: string): boolean => files.some((bytes) => bytes.includes(text));
    // This assertion shows that the search finds stored text.
    expect(isStored(path)).toBe(true);
    const bareSecret = secret.slice('whsec_'.length);
    const encodings = [bareSecret, ...['base64', 'hex'].map((encoding) => encode(bareSecret, encoding))];
    for (const encoding of encodings) {
      expect(isStored(encoding)).toBe(false);
      expect(service.output()).not.toContain(encoding);
    }
  });

  const encode = (text: string, encoding: string): string =>
    Buffer.from(text)
      .toString(encoding === 'hex' ? 'hex' : 'base64')
      .replace(/=+$/, '');

  test('can be decrypted only for its own endpoint', async () => {
    const { domain } = await aDomain(service, workspace.id);
    const [ownEndpoint, other] = [
      await anEndpoint({ events: ['send'] }),
      await anEndpoint({ events: ['send'] }),
    ];
    const key = keys.webhookEndpoint(workspace.id, other.id);
    const record = { ...(await table.get(key)), ...key, sealedSecret: await sealedSecretOf(ownEndpoint.id) };
    await table.putAll([record]);

    await api('POST', '/v1/emails', anEmail({ from: `desk@${domain}` }));
    await service.settle();

    expect((await listDeliveries(ownEndpoint.id)).body.data).toMatchObject([{ attempts: 1 }]);
    expect((await listDeliveries(other.id)).body.data).toMatchObject([{ attempts: 0 }]);
  });

  test('is encrypted and decrypted with a key that only the creating and the delivering functions read', async () => {
    const readers = (await service.calls())
      .filter((row) => row.operation === 'GetParameter')
      .map((row) => row.function.replace(/^.*-/, ''));

    expect(readers).toContain('createWebhookEndpoint');
    expect(readers.filter((name) => !/^(createWebhookEndpoint|deliver(Slow)?Webhook)$/.test(name))).toEqual(
      [],
    );
  });
});
