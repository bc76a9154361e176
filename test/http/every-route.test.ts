import { randomUUID } from 'node:crypto';
import { routes, type NamedRoute } from '../../functions/api/routes';
import { bodyMaxOf, isPublic } from '../../shared/http/route';
import { scopesOf } from '../../shared/http/scope';
import { aKey, refusalOf, scopesWithout, unknownKey } from '../support/arrange';
import { arrive, rawMail } from '../support/correspondent';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import type { Service } from '../support/service';
import { theService } from '../support/the-service';
import { nobody } from '../support/matchers';

/** What every endpoint promises. An endpoint's own tests hold what is special to it. */
const service = theService();
let stranger: { id: string; key: string };

beforeAll(async () => {
  stranger = await aWorkspace(service);
});

/** What a path names: the same id everywhere, or each by its name. */
type Ids = string | Readonly<Record<string, string>>;

/** The request line of a route; what is no route is asked for with POST. */
const methodOf = ({ method }: NamedRoute) => (method === 'ANY' ? 'POST' : method);
const pathOf = ({ path }: NamedRoute, ids: Ids = nobody) =>
  path
    .replace('{proxy+}', 'v1/nothing/here')
    .replace('{index}', '0')
    .replace(/\{(\w+)\}/g, (_, name: string) => (typeof ids === 'string' ? ids : (ids[name] ?? nobody)));

const named = (some: readonly NamedRoute[]) => some.map((route) => [route.name, route] as const);

/** Pages for people and other protocols have rules of their own: test/audience/unsubscribe, test/mcp. */
const endpoints = routes.filter(({ isApart }) => !isApart);

const all = named(endpoints);
const guarded = named(endpoints.filter((route) => !isPublic(route)));
const scoped = named(endpoints.filter((route) => scopesOf(route).length > 0));
const readingBodies = named(endpoints.filter(({ method }) => method !== 'GET'));
const withId = named(endpoints.filter(({ path }) => /id\}/.test(path)));

const bodyOf = (route: NamedRoute) => (route.method === 'GET' ? {} : { raw: '{}' });

const call = (route: NamedRoute, options: Parameters<Service['api']>[2] = {}, ids?: Ids) =>
  service.api(methodOf(route), pathOf(route, ids), { ...bodyOf(route), ...options });

describe.each(readingBodies)('%s', (_, route) => {
  test('refuses a body that is not JSON, before it looks at the credential', async () => {
    const answer = await call(route, { key: null, raw: '{"from": ' });

    expect(refusalOf(answer)).toMatchObject({ status: 400, type: 'invalid_json' });
  });

  test('takes a body at its limit, and refuses one byte more before anything else', async () => {
    const limit = bodyMaxOf(route);

    const atLimit = await call(route, { key: null, raw: `{}${' '.repeat(limit - 2)}` });
    const above = await call(route, { key: null, raw: `{}${' '.repeat(limit - 1)}` });

    expect(refusalOf(atLimit)).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(refusalOf(above)).toMatchObject({ status: 413, type: 'payload_too_large' });
  });

  test.each([
    ['compressed', { 'Content-Encoding': 'gzip' }],
    ['not UTF-8', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
  ])('refuses a body that is %s', async (_what, headers) => {
    const answer = await call(route, { headers });

    expect(refusalOf(answer)).toMatchObject({ status: 415, type: 'invalid_request' });
  });
});

describe.each(guarded)('%s', (_, route) => {
  test.each([
    ['none', {}],
    ['one without a scheme', { Authorization: 'sk_live_abc' }],
    ['another scheme', { Authorization: 'Basic c2s6bGl2ZQ==' }],
    ['garbage', { Authorization: 'Bearer garbage' }],
    ['an unknown key', { Authorization: `Bearer ${unknownKey}` }],
    ['a token that nobody signed', { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.AA' }],
  ])('answers 401 to a request with this credential: %s', async (_what, headers) => {
    const answer = await call(route, { key: null, headers });

    expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('says on its answer what is left of the allowance', async () => {
    const answer = await call(route);

    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"minute";q=\d+;w=60$/);
    expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+$/);
  });
});

describe.each(scoped)('%s', (_, route) => {
  test('answers 403, naming the scope, to a key that has every scope but this', async () => {
    const [scope = ''] = scopesOf(route);
    const { key } = await aKey(service, { scopes: scopesWithout(scopesOf(route)) });

    const answer = await call(route, { key });

    expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(answer.body.error.message).toContain(scope);
    expect(answer.headers.get('ratelimit')).not.toBeNull();
  });
});

/** A record of the seeded workspace, for each resource whose paths name one. */
const records: Record<string, () => Promise<Ids>> = {
  emails: async () =>
    (await service.api('POST', '/v1/emails', { body: anEmail({ scheduled_at: 'in 9 hours' }) })).body.id,
  domains: async () => (await aDomain(service, service.at.workspace.id)).id,
  'api-keys': async () => (await aKey(service)).id,
  threads: async () => (await service.api('POST', '/v1/emails', { body: anEmail() })).body.thread_id,
  inbound: async () => {
    const mail = rawMail({ subject: randomUUID(), headers: ['Content-Type: application/pdf'], body: 'PDF' });
    await arrive(service, { rcpt: `desk@${service.at.domains.transactional}` }, mail);
    await service.settle();
    const [{ id }] = (await service.api('GET', '/v1/threads?limit=1')).body.data;
    return (await service.api('GET', `/v1/threads/${id}`)).body.messages[0].id;
  },
  approvals: async () => {
    const { key } = await aKey(service, { requires_approval: true });
    return (await service.api('POST', '/v1/emails', { key, body: anEmail() })).body.approval_id;
  },
  contacts: async () => (await aMember()).contact_id,
  audiences: aMember,
  segments: async () => {
    const body = { audience_id: (await aMember()).id, key: randomUUID(), name: 'Everybody' };
    return (await service.api('POST', '/v1/segments', { body })).body.id;
  },
  broadcasts: async () => {
    const { id } = await aDomain(service, service.at.workspace.id, { risk_class: 'marketing' });
    const wanted = { name: 'October', subject: 'News', html: '<p>News</p>' };
    const body = { audience_id: (await aMember()).id, identity_id: id, ...wanted };
    return (await service.api('POST', '/v1/broadcasts', { body })).body.id;
  },
  automations: async () => {
    const { id, domain } = await aDomain(service, service.at.workspace.id, { risk_class: 'marketing' });
    const steps = [{ delay_minutes: 60, subject: 'Hi', html: '<p>Hi</p>' }];
    const sender = { identity_id: id, from: `kim@${domain}`, trigger: { kind: 'api' } };
    const body = { name: 'Trial', slug: randomUUID(), ...sender, steps };
    const made = (await service.api('POST', '/v1/automations', { body })).body;
    await service.api('POST', `/v1/automations/${made.id}/status`, { body: { status: 'active' } });
    return made.id;
  },
  'webhook-endpoints': async () => {
    const body = { url: 'https://hooks.example/mail', events: ['inbound'] };
    return (await service.api('POST', '/v1/webhook-endpoints', { body })).body.id;
  },
};

/** Somebody on an audience. */
async function aMember(): Promise<{ id: string; contact_id: string }> {
  const { id } = (await service.api('POST', '/v1/audiences', { body: { name: 'Customers' } })).body;
  const body = { audience_id: id, email: `${randomUUID()}@example.com` };
  return { id, contact_id: (await service.api('POST', '/v1/contacts', { body })).body.id };
}

/** What is asked for, where `{}` says too little. */
const requests: Record<string, unknown> = {
  decideApproval: { decision: 'reject' },
  addMembers: [],
  setAutomationStatus: { status: 'paused' },
  enroll: { email: 'kim@example.com' },
};

/** What is said of a record that is there, where its status allows no more. */
const refusedByStatus: Record<string, number> = { resumeBroadcast: 409, decideBroadcast: 409 };

const requestOf = ({ name }: NamedRoute) => (name in requests ? { raw: JSON.stringify(requests[name]) } : {});

describe.each(withId)('%s', (_, route) => {
  test('answers 404 for a record of another workspace, and leaves it as it is', async () => {
    const make = records[route.resource];
    if (!make) throw new Error(`Say in "records" how a record of ${route.resource} is made`);
    const ids = await make();

    const strangers = await call(route, { ...requestOf(route), key: stranger.key }, ids);
    const owners = await call(route, requestOf(route), ids);

    expect(refusalOf(strangers)).toMatchObject({ status: 404, type: 'not_found' });
    expect([...Object.keys(route.answers), String(refusedByStatus[route.name])]).toContain(
      String(owners.status),
    );
  });

  test('answers 404 for an id that is none', async () => {
    for (const id of ['garbage', nobody, '%00', '%E0%A4%A', 'a%2Fb', '%F0%9F%90%A6', 'x'.repeat(2_000)]) {
      const answer = await call(route, requestOf(route), id);

      expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
    }
  });
});

describe('what is no route', () => {
  const nowhere: [string, string][] = [
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v2/emails'],
    ['POST', '/v1/nothing'],
    ['GET', '/v1/emails/a/b'],
    ['PATCH', '/v1/nothing/here'],
    ['DELETE', '/v1/nothing'],
  ];
  /** Every path of the table, with a method that it does not have. */
  const otherMethods: [string, string][] = routes
    .filter(({ method }) => method !== 'ANY')
    .map((route) => ['PUT', pathOf(route)]);

  test.each([...nowhere, ...otherMethods])('%s %s answers 404 to a valid key', async (method, path) => {
    const answer = await service.api(method, path);

    expect(refusalOf(answer)).toEqual({ status: 404, type: 'not_found', message: 'No such API route' });
  });

  test.each([...nowhere, ...otherMethods])('%s %s answers 401 without one', async (method, path) => {
    const answer = await service.api(method, path, { key: null });

    expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
  });
});

test('every route of the table is walked', () => {
  expect(all.map(([name]) => name)).toEqual(expect.arrayContaining(['sendEmail', 'refuseUnknown']));
  expect(guarded).toHaveLength(endpoints.length - 1);
});
