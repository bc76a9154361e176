import { readFileSync } from 'node:fs';
import { routes } from '../../functions/api/routes';
import { unknownKey } from './support/arrange';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import { Service, type Answer } from '../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
}, 60_000);

afterAll(() => service.stop());

describe('the document', () => {
  const read = (options: { key?: string | null } = {}) => service.api('GET', '/v1/openapi.json', options);

  test('is what the repository has, and asks for no credential', async () => {
    const committed = JSON.parse(readFileSync('openapi.json', 'utf8'));

    const { status, headers, body } = await read({ key: null });

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toEqual(committed);
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  });

  test('is the same with any credential, also with one that is none, and counts on no allowance', async () => {
    const answers = [await read(), await read({ key: unknownKey }), await read({ key: 'garbage' })];

    const { body } = await read({ key: null });
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(body);
      expect(answer.headers.get('ratelimit')).toBeNull();
    }
  });

  test('has nothing of the API keys', async () => {
    const { paths } = (await read()).body;

    expect(Object.keys(paths)).toContain('/v1/emails');
    expect(JSON.stringify(paths)).not.toMatch(/api-?key/i);
  });

  test('is read with GET only', async () => {
    expect((await service.api('POST', '/v1/openapi.json', { key: null })).status).toBe(401);
    expect((await service.api('POST', '/v1/openapi.json')).status).toBe(404);
  });
});

/** A request for each documented route that succeeds, in a workspace that has a domain and an email. */
const requests: Record<string, (arranged: Arranged) => Promise<Answer>> = {
  sendEmail: ({ call, from }) => call('POST', '/v1/emails', anEmail({ from })),
  listEmails: ({ call }) => call('GET', '/v1/emails'),
  getEmail: ({ call, emailId }) => call('GET', `/v1/emails/${emailId}`),
  listDomains: ({ call }) => call('GET', '/v1/domains'),
  createDomain: ({ call }) => call('POST', '/v1/domains', { domain: 'acme.example' }),
  getDomain: ({ call, domainId }) => call('GET', `/v1/domains/${domainId}`),
  verifyDomain: ({ call, domainId }) => call('POST', `/v1/domains/${domainId}/verify`),
  deleteDomain: ({ call, domainId }) => call('DELETE', `/v1/domains/${domainId}`),
  getOpenapi: ({ call }) => call('GET', '/v1/openapi.json'),
};

interface Arranged {
  call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  from: string;
  domainId: string;
  emailId: string;
}

async function arrange(): Promise<Arranged> {
  const { id, key } = await aWorkspace(service);
  const { domain, id: domainId } = await aDomain(service, id);
  const from = `desk@${domain}`;
  const call: Arranged['call'] = (method, path, body) => service.api(method, path, { key, body });
  const emailId = (await call('POST', '/v1/emails', anEmail({ from }))).body.id;
  await service.settle();
  return { call, from, domainId, emailId };
}

describe('a real answer has the documented fields and no others', () => {
  const documented = routes.filter((route) => !route.undocumented);

  test.each(documented.map((route) => [route.name, route] as const))('%s', async (name, route) => {
    const request = requests[name];
    if (!request) throw new Error(`Say in "requests" how ${name} succeeds`);

    const { status, body } = await request(await arrange());

    expect(Object.keys(route.answers)).toEqual([String(status)]);
    // The schemas drop what they do not know, so what they read is all that there is.
    expect(route.answers[status]?.parse(body)).toEqual(body);
  });
});
