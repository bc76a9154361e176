import { readFileSync } from 'node:fs';
import { routes } from '../../functions/api/routes';
import { aKey, unknownKey } from './support/arrange';
import { arrive, rawMail } from '../support/correspondent';
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

/** A request for each documented route that succeeds, in a workspace that has one record of everything. */
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
  sendBatch: ({ call, from }) =>
    call('POST', '/v1/emails/batch', [anEmail({ from }), { ...anEmail({ from }), text: undefined }]),
  getEmailMetrics: ({ call }) => call('GET', '/v1/emails/metrics'),
  cancelEmail: async ({ call, from }) => {
    const { body } = await call('POST', '/v1/emails', anEmail({ from, scheduled_at: 'in 9 hours' }));
    return call('DELETE', `/v1/emails/${body.id}`);
  },
  listThreads: ({ call }) => call('GET', '/v1/threads'),
  getThread: ({ call, threadId }) => call('GET', `/v1/threads/${threadId}`),
  downloadAttachment: ({ call, receivedId }) => call('GET', `/v1/inbound/${receivedId}/attachments/0`),
  markThreadHandled: ({ call, threadId }) => call('POST', `/v1/threads/${threadId}/handled`),
  listApprovals: async ({ call, hold }) => {
    await hold();
    return call('GET', '/v1/approvals');
  },
  decideApproval: async ({ call, hold }) =>
    call('POST', `/v1/approvals/${await hold()}`, { decision: 'approve' }),
  getUsage: ({ call }) => call('GET', '/v1/usage'),
  listTemplates: ({ call }) => call('GET', '/v1/templates'),
  saveTemplate: ({ call }) => call('POST', '/v1/templates', template('second')),
  getTemplate: ({ call }) => call('GET', '/v1/templates/first'),
  deleteTemplate: ({ call }) => call('DELETE', '/v1/templates/first'),
  renderTemplate: ({ call }) => call('POST', '/v1/templates/first/render', { variables: { name: 'Kim' } }),
  duplicateTemplate: ({ call }) => call('POST', '/v1/templates/first/duplicate', { slug: 'copy' }),
  listTopics: ({ call }) => call('GET', '/v1/topics'),
  saveTopic: ({ call }) => call('POST', '/v1/topics', { key: 'second', name: 'Second' }),
  deleteTopic: ({ call }) => call('DELETE', '/v1/topics/first'),
  importPreferences: ({ call }) =>
    call('POST', '/v1/topics/first/import', { emails: ['kim@example.com'], subscribed: false }),
  getPreferences: ({ call }) => call('GET', '/v1/topics/preferences?email=kim@example.com'),
  savePreferences: ({ call }) =>
    call('POST', '/v1/topics/preferences', { email: 'kim@example.com', topics: { first: false } }),
  listSuppressions: ({ call }) => call('GET', '/v1/suppressions'),
  createSuppression: ({ call }) => call('POST', '/v1/suppressions', { email: 'lee@example.com' }),
  createSuppressionBatch: ({ call }) =>
    call('POST', '/v1/suppressions/batch', { emails: ['lee@example.com'] }),
  deleteSuppressionBatch: ({ call }) =>
    call('DELETE', '/v1/suppressions/batch', { emails: ['max@example.com'] }),
  deleteSuppression: ({ call }) => call('DELETE', '/v1/suppressions/max@example.com'),
  listWebhookEndpoints: ({ call }) => call('GET', '/v1/webhook-endpoints'),
  createWebhookEndpoint: ({ call }) => call('POST', '/v1/webhook-endpoints', webhookEndpoint),
  updateWebhookEndpoint: ({ call, endpointId }) =>
    call('PATCH', `/v1/webhook-endpoints/${endpointId}`, { enabled: false }),
  deleteWebhookEndpoint: ({ call, endpointId }) => call('DELETE', `/v1/webhook-endpoints/${endpointId}`),
  listWebhookDeliveries: ({ call, endpointId }) => call('GET', `/v1/webhook-endpoints/${endpointId}/events`),
};

const webhookEndpoint = { url: 'https://hooks.example/mail', events: ['send', 'inbound'] };

const template = (slug: string) => ({ slug, name: slug, subject: 'Hi {{name}}', html: '<p>{{name}}</p>' });

interface Arranged {
  call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  from: string;
  domainId: string;
  emailId: string;
  threadId: string;
  /** A received message of that thread, with an attachment. */
  receivedId: string;
  /** It was told of the email. */
  endpointId: string;
  /** A draft that waits for a decision: the id of its approval. */
  hold: () => Promise<string>;
}

async function arrange(): Promise<Arranged> {
  const { id, key } = await aWorkspace(service);
  const { domain, id: domainId } = await aDomain(service, id);
  const from = `desk@${domain}`;
  const call: Arranged['call'] = (method, path, body) => service.api(method, path, { key, body });
  const { id: endpointId } = (await call('POST', '/v1/webhook-endpoints', webhookEndpoint)).body;
  const { id: emailId, thread_id: threadId } = (await call('POST', '/v1/emails', anEmail({ from }))).body;
  await call('POST', '/v1/templates', template('first'));
  await call('POST', '/v1/topics', { key: 'first', name: 'First' });
  await call('POST', '/v1/suppressions', { email: 'max@example.com' });
  await service.settle();
  const { provider_message_id } = (await call('GET', `/v1/emails/${emailId}`)).body;
  const inReplyTo = `<${provider_message_id}@email.amazonses.com>`;
  const reply = rawMail({ inReplyTo, headers: ['Content-Type: application/pdf'], body: 'PDF' });
  await arrive(service, { rcpt: from }, reply);
  await service.settle();
  const { messages } = (await call('GET', `/v1/threads/${threadId}`)).body;
  const receivedId = messages[1].id;
  const hold = async () => {
    const agent = await aKey(service, { by: key, requires_approval: true });
    const held = await service.api('POST', '/v1/emails', { key: agent.key, body: anEmail({ from }) });
    return held.body.approval_id;
  };
  return { call, from, domainId, emailId, threadId, receivedId, endpointId, hold };
}

describe('a real answer has the documented fields and no others', () => {
  const documented = routes.filter((route) => !route.undocumented);

  test.each(documented.map((route) => [route.name, route] as const))('%s', async (name, route) => {
    const request = requests[name];
    if (!request) throw new Error(`Say in "requests" how ${name} succeeds`);

    const { status, body } = await request(await arrange());

    expect(Object.keys(route.answers)).toContain(String(status));
    if (route.isFile) return;
    // A list with nothing in it would show no field.
    if ('data' in body) expect(body.data).not.toEqual([]);
    // The schemas drop what they do not know, so what they read is all that there is.
    expect(route.answers[status]?.parse(body)).toEqual(body);
  });
});
