import { randomUUID } from 'node:crypto';
import { routes, type NamedRoute } from '../../functions/api/routes';
import { examplesOf } from '../../lib/openapi/examples';
import { bodyMaxOf, isPublic } from '../../shared/http/route';
import { scopesOf } from '../../shared/http/scope';
import { aKey, refusalOf, renamedChallenge, scopesWithout, unknownKey } from '../support/api-helpers';
import { deliverInboundMail, rawMail } from '../support/inbound-mail';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import type { Service } from '../support/service';
import { useService } from '../support/use-service';
import { unknownId } from '../support/matchers';

/** These tests check the promises of every endpoint. Other tests cover the specific behavior of each endpoint. */
const service = useService();
let otherWorkspace: { id: string; key: string };

beforeAll(async () => {
  otherWorkspace = await aWorkspace(service);
});

/** One id for all path parameters, or an id for each parameter name. */
type PathIds = string | Readonly<Record<string, string>>;

/** Returns the method of a route, or POST for the catch-all for unknown routes, which has no method. */
const methodOf = ({ method }: NamedRoute) => (method === 'ANY' ? 'POST' : method);
const pathOf = ({ path }: NamedRoute, ids: PathIds = unknownId) =>
  path
    .replace('{proxy+}', 'v1/nothing/here')
    .replace('{index}', '0')
    .replace(/\{(\w+)\}/g, (_, name: string) => (typeof ids === 'string' ? ids : (ids[name] ?? unknownId)));

const namedRoutes = (selectedRoutes: readonly NamedRoute[]) =>
  selectedRoutes.map((route) => [route.name, route] as const);

/** The routes of the API. Web pages and other protocols have different rules (test/audience/unsubscribe, test/mcp). */
const apiRoutes = routes.filter(({ isNonApi }) => !isNonApi);

const allRoutes = namedRoutes(apiRoutes);
const authenticatedRoutes = namedRoutes(apiRoutes.filter((route) => !isPublic(route)));
const scopedRoutes = namedRoutes(apiRoutes.filter((route) => scopesOf(route).length > 0));
const routesWithBody = namedRoutes(apiRoutes.filter(({ method }) => method !== 'GET'));
const routesWithId = namedRoutes(apiRoutes.filter(({ path }) => /id\}/.test(path)));

const bodyOf = (route: NamedRoute) => (route.method === 'GET' ? {} : { raw: '{}' });

const callRoute = (route: NamedRoute, options: Parameters<Service['api']>[2] = {}, ids?: PathIds) =>
  service.api(methodOf(route), pathOf(route, ids), { ...bodyOf(route), ...options });

describe.each(routesWithBody)('%s', (_, route) => {
  //
  test('refuses a body that is not JSON before it checks the credential', async () => {
    const response = await callRoute(route, { key: null, raw: '{"from": ' });

    expect(refusalOf(response)).toMatchObject({ status: 400, type: 'invalid_json' });
  });

  //
  test('accepts a body at its limit, and refuses a larger body before any other check', async () => {
    const limit = bodyMaxOf(route);

    const atLimit = await callRoute(route, { key: null, raw: `{}${' '.repeat(limit - 2)}` });
    const overLimit = await callRoute(route, { key: null, raw: `{}${' '.repeat(limit - 1)}` });

    expect(refusalOf(atLimit)).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(refusalOf(overLimit)).toMatchObject({ status: 413, type: 'payload_too_large' });
  });

  //
  test.each([
    ['compressed', { 'Content-Encoding': 'gzip' }],
    ['not UTF-8', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
  ])('refuses a body that is %s', async (_description, headers) => {
    const response = await callRoute(route, { headers });

    expect(refusalOf(response)).toMatchObject({ status: 415, type: 'invalid_request' });
  });
});

describe.each(authenticatedRoutes)('%s', (_, route) => {
  //
  test.each([
    ['none', {}],
    ['a key without a scheme', { Authorization: 'sk_live_abc' }],
    ['another scheme', { Authorization: 'Basic c2s6bGl2ZQ==' }],
    ['garbage', { Authorization: 'Bearer garbage' }],
    ['an unknown key', { Authorization: `Bearer ${unknownKey}` }],
    ['an unsigned token', { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.AA' }],
  ])('responds with 401 to a request with this credential: %s', async (_description, headers) => {
    const response = await callRoute(route, { key: null, headers });

    expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(response.headers.get(renamedChallenge)).toBe('Bearer');
  });

  test('reports the remaining rate limit', async () => {
    const response = await callRoute(route);

    expect(response.headers.get('ratelimit-policy')).toMatch(/^"minute";q=\d+;w=60$/);
    expect(response.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+$/);
  });
});

describe.each(scopedRoutes)('%s', (_, route) => {
  //
  test('responds with 403, naming the scope, to a key that has every other scope', async () => {
    const [scope = ''] = scopesOf(route);
    const { key } = await aKey(service, { scopes: scopesWithout(scopesOf(route)) });

    const response = await callRoute(route, { key });

    expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(response.body.error.message).toContain(scope);
    expect(response.headers.get('ratelimit')).not.toBeNull();
  });
});

/** For each resource with an id in its paths, a function that creates a record in the seeded workspace. */
const recordFactories: Record<string, () => Promise<PathIds>> = {
  emails: async () =>
    (await service.api('POST', '/v1/emails', { body: anEmail({ scheduled_at: 'in 9 hours' }) })).body.id,
  domains: async () => (await aDomain(service, service.metadata.workspace.id)).id,
  inboxes: async () => (await service.api('POST', '/v1/inboxes')).body.id,
  feeds: async () => (await service.api('POST', '/v1/feeds', { body: { events: ['inbound'] } })).body.id,
  'api-keys': async () => (await aKey(service)).id,
  threads: async () => (await service.api('POST', '/v1/emails', { body: anEmail() })).body.thread_id,
  inbound: async () => {
    const mail = rawMail({ subject: randomUUID(), headers: ['Content-Type: application/pdf'], body: 'PDF' });
    await deliverInboundMail(service, { recipients: `desk@${service.metadata.domains.transactional}` }, mail);
    await service.settle();
    const [{ id }] = (await service.api('GET', '/v1/threads?limit=1')).body.data;
    return (await service.api('GET', `/v1/threads/${id}`)).body.messages[0].id;
  },
  approvals: async () => {
    const { key } = await aKey(service, { requires_approval: true });
    const body = anEmail({ attachments: [{ filename: 'a.txt', content: 'QQ==' }] });
    return (await service.api('POST', '/v1/emails', { key, body })).body.approval_id;
  },
  drafts: async () => (await service.api('POST', '/v1/drafts', { body: anEmail() })).body.id,
  contacts: async () => (await createMember()).contact_id,
  audiences: createMember,
  segments: async () => {
    const body = { audience_id: (await createMember()).id, key: randomUUID(), name: 'Everybody' };
    return (await service.api('POST', '/v1/segments', { body })).body.id;
  },
  broadcasts: async () => {
    const { id } = await aDomain(service, service.metadata.workspace.id, { risk_class: 'marketing' });
    const fields = { name: 'October', subject: 'News', html: '<p>News</p>' };
    const body = { audience_id: (await createMember()).id, identity_id: id, ...fields };
    return (await service.api('POST', '/v1/broadcasts', { body })).body.id;
  },
  automations: async () => {
    const { id, domain } = await aDomain(service, service.metadata.workspace.id, { risk_class: 'marketing' });
    const steps = [{ delay_minutes: 60, subject: 'Hi', html: '<p>Hi</p>' }];
    const sender = { identity_id: id, from: `kim@${domain}`, trigger: { kind: 'api' } };
    const body = { name: 'Trial', slug: randomUUID(), ...sender, steps };
    const automation = (await service.api('POST', '/v1/automations', { body })).body;
    await service.api('POST', `/v1/automations/${automation.id}/status`, { body: { status: 'active' } });
    return automation.id;
  },
  'webhook-endpoints': async () => {
    const body = { url: 'https://hooks.example/mail', events: ['inbound'] };
    return (await service.api('POST', '/v1/webhook-endpoints', { body })).body.id;
  },
};

/** Creates an audience with a contact. */
async function createMember(): Promise<{ id: string; contact_id: string }> {
  const { id } = (await service.api('POST', '/v1/audiences', { body: { name: 'Customers' } })).body;
  const body = { audience_id: id, email: `${randomUUID()}@example.com` };
  return { id, contact_id: (await service.api('POST', '/v1/contacts', { body })).body.id };
}

/** Returns an empty body, or the body of the first example if the route refuses an empty body. */
function requestBodyOf(route: NamedRoute): { raw?: string } {
  if (!route.body || route.body.safeParse({}).success) return {};
  const [example] = Object.values(examplesOf(route));
  return { raw: JSON.stringify(example?.body) };
}

/** The status of the response for an existing record whose state or content does not allow the request. */
const statusRefusals: Record<string, number> = {
  resumeBroadcast: 409,
  decideBroadcast: 409,
  getBroadcastDecision: 409,
  decideApproval: 409,
};

describe.each(routesWithId)('%s', (_, route) => {
  //
  test('responds with 404 for a record of another workspace and does not change it', async () => {
    const createRecord = recordFactories[route.resource];
    if (!createRecord) throw new Error(`Add a record of ${route.resource} to recordFactories`);
    const ids = await createRecord();

    const foreignResponse = await callRoute(route, { ...requestBodyOf(route), key: otherWorkspace.key }, ids);
    const ownResponse = await callRoute(route, requestBodyOf(route), ids);

    expect(refusalOf(foreignResponse)).toMatchObject({ status: 404, type: 'not_found' });
    expect([...Object.keys(route.responses), String(statusRefusals[route.name])]).toContain(
      String(ownResponse.status),
    );
  });

  test('responds with 404 for an invalid id', async () => {
    for (const id of ['garbage', unknownId, '%00', '%E0%A4%A', 'a%2Fb', '%F0%9F%90%A6', 'x'.repeat(2_000)]) {
      const response = await callRoute(route, requestBodyOf(route), id);

      expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
    }
  });
});

describe('an unknown route', () => {
  const unknownRoutes: [string, string][] = [
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v2/emails'],
    ['POST', '/v1/nothing'],
    ['GET', '/v1/emails/a/b'],
    ['PATCH', '/v1/nothing/here'],
    ['DELETE', '/v1/nothing'],
  ];
  const isOfEveryMethod = (path: string): boolean =>
    routes.some((route) => route.path === path && route.method === 'ANY');
  /** Every path of the route table, with a method that the path does not support. */
  const otherMethods: [string, string][] = routes
    .filter(({ path }) => !isOfEveryMethod(path))
    .map((route) => ['PUT', pathOf(route)]);

  test.each([...unknownRoutes, ...otherMethods])(
    '%s %s responds with 404 to a valid key',
    async (method, path) => {
      const response = await service.api(method, path);

      expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
      expect(refusalOf(response).message).toMatch(/^No such API route(\. |$)/);
    },
  );

  test.each([...unknownRoutes, ...otherMethods])(
    '%s %s responds with 401 without a key',
    async (method, path) => {
      const response = await service.api(method, path, { key: null });

      expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
    },
  );
});

test('the tests above cover every route of the route table', () => {
  expect(allRoutes.map(([name]) => name)).toEqual(expect.arrayContaining(['sendEmail', 'refuseUnknown']));
  expect(authenticatedRoutes).toHaveLength(apiRoutes.length - 1);
});
