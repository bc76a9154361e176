import createClient, { type Client } from 'openapi-fetch';
import type { components, operations, paths } from '../../clients/api';
import { examples } from '../../scripts/openapi/examples';
import { webhooks } from '../../scripts/openapi/webhooks';
import { arrive } from '../support/correspondent';
import { aDomain, aWorkspace } from '../support/factories';
import { payloadOf, Receiver } from '../support/receiver';
import { Counterparts } from './support/counterparts';
import { theService } from '../support/the-service';

type Api = Client<paths>;

/** Every operation that a client calls: those of webhooks are called by the service. */
type Operation = Exclude<keyof operations, `receive${string}`>;

type ExamplesOf<Name extends Operation> = (typeof examples)[Name];
type ExampleOf<Name extends Operation> = ExamplesOf<Name>[keyof ExamplesOf<Name>];

interface Answer {
  response: Response;
  data?: unknown;
  error?: unknown;
}

/** How each operation is called with the client of clients/api.ts: one that is missing here does not compile. */
const calls: { [Name in Operation]: (api: Api, example: ExampleOf<Name>) => Promise<Answer> } = {
  sendEmail: (api, { body }) => api.POST('/v1/emails', { body }),
  sendBatch: (api, { body }) => api.POST('/v1/emails/batch', { body }),
  listEmails: (api, { query }) => api.GET('/v1/emails', { params: { query } }),
  getEmailMetrics: (api, { query }) => api.GET('/v1/emails/metrics', { params: { query } }),
  getEmail: (api, { params }) => api.GET('/v1/emails/{id}', { params: { path: params } }),
  cancelEmail: (api, { params }) => api.DELETE('/v1/emails/{id}', { params: { path: params } }),
  listThreads: (api, { query }) => api.GET('/v1/threads', { params: { query } }),
  getThread: (api, { params }) => api.GET('/v1/threads/{id}', { params: { path: params } }),
  markThreadHandled: (api, { params }) => api.POST('/v1/threads/{id}/handled', { params: { path: params } }),
  downloadAttachment: (api, { params }) =>
    api.GET('/v1/inbound/{message_id}/attachments/{index}', { params: { path: params }, parseAs: 'text' }),
  listApprovals: (api) => api.GET('/v1/approvals'),
  decideApproval: (api, { params, body }) =>
    api.POST('/v1/approvals/{id}', { params: { path: params }, body }),
  listDomains: (api) => api.GET('/v1/domains'),
  createDomain: (api, { body }) => api.POST('/v1/domains', { body }),
  getDomain: (api, { params }) => api.GET('/v1/domains/{id}', { params: { path: params } }),
  deleteDomain: (api, { params }) => api.DELETE('/v1/domains/{id}', { params: { path: params } }),
  verifyDomain: (api, { params }) => api.POST('/v1/domains/{id}/verify', { params: { path: params } }),
  getUsage: (api) => api.GET('/v1/usage'),
  listTemplates: (api) => api.GET('/v1/templates'),
  saveTemplate: (api, { body }) => api.POST('/v1/templates', { body }),
  getTemplate: (api, { params }) => api.GET('/v1/templates/{slug}', { params: { path: params } }),
  deleteTemplate: (api, { params }) => api.DELETE('/v1/templates/{slug}', { params: { path: params } }),
  renderTemplate: (api, { params, body }) =>
    api.POST('/v1/templates/{slug}/render', { params: { path: params }, body }),
  duplicateTemplate: (api, { params, body }) =>
    api.POST('/v1/templates/{slug}/duplicate', { params: { path: params }, body }),
  listContacts: (api, { query }) => api.GET('/v1/contacts', { params: { query } }),
  createContact: (api, { body }) => api.POST('/v1/contacts', { body }),
  listTags: (api) => api.GET('/v1/contacts/tags'),
  getContact: (api, { params }) => api.GET('/v1/contacts/{id}', { params: { path: params } }),
  updateContact: (api, { params, body }) =>
    api.PATCH('/v1/contacts/{id}', { params: { path: params }, body }),
  deleteContact: (api, { params }) => api.DELETE('/v1/contacts/{id}', { params: { path: params } }),
  changeTags: (api, { params, body }) =>
    api.POST('/v1/contacts/{id}/tags', { params: { path: params }, body }),
  listContactProperties: (api) => api.GET('/v1/contact-properties'),
  saveContactProperty: (api, { body }) => api.POST('/v1/contact-properties', { body }),
  deleteContactProperty: (api, { params }) =>
    api.DELETE('/v1/contact-properties/{key}', { params: { path: params } }),
  listAudiences: (api) => api.GET('/v1/audiences'),
  createAudience: (api, { body }) => api.POST('/v1/audiences', { body }),
  getAudience: (api, { params }) => api.GET('/v1/audiences/{id}', { params: { path: params } }),
  deleteAudience: (api, { params }) => api.DELETE('/v1/audiences/{id}', { params: { path: params } }),
  listMembers: (api, { params, query }) =>
    api.GET('/v1/audiences/{id}/contacts', { params: { path: params, query } }),
  addMembers: (api, { params, query, body }) =>
    api.POST('/v1/audiences/{id}/contacts', { params: { path: params, query }, body }),
  removeMember: (api, { params }) =>
    api.DELETE('/v1/audiences/{id}/contacts/{contact_id}', { params: { path: params } }),
  listSegments: (api) => api.GET('/v1/segments'),
  createSegment: (api, { body }) => api.POST('/v1/segments', { body }),
  getSegment: (api, { params }) => api.GET('/v1/segments/{id}', { params: { path: params } }),
  updateSegment: (api, { params, body }) =>
    api.PATCH('/v1/segments/{id}', { params: { path: params }, body }),
  deleteSegment: (api, { params }) => api.DELETE('/v1/segments/{id}', { params: { path: params } }),
  countSegment: (api, { params }) => api.GET('/v1/segments/{id}/metrics', { params: { path: params } }),
  listSegmentContacts: (api, { params }) =>
    api.GET('/v1/segments/{id}/contacts', { params: { path: params } }),
  listBroadcasts: (api) => api.GET('/v1/broadcasts'),
  createBroadcast: (api, { body }) => api.POST('/v1/broadcasts', { body }),
  getBroadcast: (api, { params }) => api.GET('/v1/broadcasts/{id}', { params: { path: params } }),
  updateBroadcast: (api, { params, body }) =>
    api.PATCH('/v1/broadcasts/{id}', { params: { path: params }, body }),
  deleteBroadcast: (api, { params }) => api.DELETE('/v1/broadcasts/{id}', { params: { path: params } }),
  previewBroadcast: (api, { params, query }) =>
    api.GET('/v1/broadcasts/{id}/preview', { params: { path: params, query } }),
  listBroadcastRecipients: (api, { params, query }) =>
    api.GET('/v1/broadcasts/{id}/recipients', { params: { path: params, query } }),
  listBroadcastLinks: (api, { params }) =>
    api.GET('/v1/broadcasts/{id}/links/clicked', { params: { path: params } }),
  sendBroadcast: (api, { params, body }) =>
    api.POST('/v1/broadcasts/{id}/send', { params: { path: params }, body }),
  resumeBroadcast: (api, { params }) => api.POST('/v1/broadcasts/{id}/resume', { params: { path: params } }),
  decideBroadcast: (api, { params, body }) =>
    api.POST('/v1/broadcasts/{id}/winner', { params: { path: params }, body }),
  listAutomations: (api) => api.GET('/v1/automations'),
  createAutomation: (api, { body }) => api.POST('/v1/automations', { body }),
  getAutomation: (api, { params }) => api.GET('/v1/automations/{id}', { params: { path: params } }),
  updateAutomation: (api, { params, body }) =>
    api.PATCH('/v1/automations/{id}', { params: { path: params }, body }),
  deleteAutomation: (api, { params }) => api.DELETE('/v1/automations/{id}', { params: { path: params } }),
  setAutomationStatus: (api, { params, body }) =>
    api.POST('/v1/automations/{id}/status', { params: { path: params }, body }),
  enroll: (api, { params, body }) =>
    api.POST('/v1/automations/{id}/enroll', { params: { path: params }, body }),
  listEnrollments: (api, { params, query }) =>
    api.GET('/v1/automations/{id}/enrollments', { params: { path: params, query } }),
  recordEvent: (api, { body }) => api.POST('/v1/events', { body }),
  listTopics: (api) => api.GET('/v1/topics'),
  saveTopic: (api, { body }) => api.POST('/v1/topics', { body }),
  deleteTopic: (api, { params }) => api.DELETE('/v1/topics/{key}', { params: { path: params } }),
  importPreferences: (api, { params, body }) =>
    api.POST('/v1/topics/{key}/import', { params: { path: params }, body }),
  getPreferences: (api, { query }) => api.GET('/v1/topics/preferences', { params: { query } }),
  savePreferences: (api, { body }) => api.POST('/v1/topics/preferences', { body }),
  listSuppressions: (api, { query }) => api.GET('/v1/suppressions', { params: { query } }),
  createSuppression: (api, { body }) => api.POST('/v1/suppressions', { body }),
  createSuppressionBatch: (api, { body }) => api.POST('/v1/suppressions/batch', { body }),
  deleteSuppressionBatch: (api, { body }) => api.DELETE('/v1/suppressions/batch', { body }),
  deleteSuppression: (api, { params, query }) =>
    api.DELETE('/v1/suppressions/{email}', { params: { path: params, query } }),
  listWebhookEndpoints: (api, { query }) => api.GET('/v1/webhook-endpoints', { params: { query } }),
  createWebhookEndpoint: (api, { body }) => api.POST('/v1/webhook-endpoints', { body }),
  updateWebhookEndpoint: (api, { params, body }) =>
    api.PATCH('/v1/webhook-endpoints/{id}', { params: { path: params }, body }),
  deleteWebhookEndpoint: (api, { params }) =>
    api.DELETE('/v1/webhook-endpoints/{id}', { params: { path: params } }),
  listWebhookDeliveries: (api, { params, query }) =>
    api.GET('/v1/webhook-endpoints/{id}/events', { params: { path: params, query } }),
  getOpenapi: (api) => api.GET('/v1/openapi.json'),
};

/** An example by its operation and its name. */
type Told = { [Name in Operation]: `${Name}.${keyof ExamplesOf<Name> & string}` }[Operation];

interface Step {
  tell: Told;
  /** What happens outside the API before. */
  after?: () => Promise<unknown>;
  /** The key that calls; one that may do everything unless told otherwise. */
  by?: () => Api;
}

/** The examples in an order in which each is true: what a call needs, earlier ones have made. */
const story: readonly Step[] = [
  { tell: 'createDomain.root' },
  { tell: 'verifyDomain.verified', after: publishRecords },
  { tell: 'verifyDomain.marketing' },
  { tell: 'listDomains.both' },
  { tell: 'getDomain.verified' },
  { tell: 'createWebhookEndpoint.deliveriesAndAnswers' },
  { tell: 'listWebhookEndpoints.one' },
  { tell: 'saveTemplate.create' },
  { tell: 'saveTemplate.update' },
  { tell: 'listTemplates.one' },
  { tell: 'getTemplate.bySlug' },
  { tell: 'renderTemplate.values' },
  { tell: 'duplicateTemplate.variant' },
  { tell: 'deleteTemplate.variant' },
  { tell: 'saveTopic.create' },
  { tell: 'saveTopic.update' },
  { tell: 'listTopics.one' },
  { tell: 'saveContactProperty.create' },
  { tell: 'saveContactProperty.rename' },
  { tell: 'listContactProperties.one' },
  { tell: 'createAudience.customers' },
  { tell: 'createContact.customer' },
  { tell: 'addMembers.one' },
  { tell: 'addMembers.import' },
  { tell: 'getAudience.byId' },
  { tell: 'listAudiences.one' },
  { tell: 'listMembers.firstPage' },
  { tell: 'listContacts.newest' },
  { tell: 'listContacts.nextPage' },
  { tell: 'listContacts.tagged' },
  { tell: 'listContacts.ofOne' },
  { tell: 'listTags.two' },
  { tell: 'createSegment.largeTeams' },
  { tell: 'updateSegment.rules' },
  { tell: 'getSegment.byId' },
  { tell: 'listSegments.one' },
  { tell: 'countSegment.one' },
  { tell: 'listSegmentContacts.one' },
  { tell: 'changeTags.customer' },
  { tell: 'removeMember.optedOut' },
  { tell: 'deleteContact.byId' },
  { tell: 'sendEmail.text' },
  { tell: 'getEmail.delivered', after: settle },
  { tell: 'getContact.mailed' },
  { tell: 'listEmails.delivered' },
  { tell: 'getEmailMetrics.twoDays' },
  { tell: 'listThreads.awaiting', after: answerByKim },
  { tell: 'getThread.awaiting' },
  { tell: 'downloadAttachment.first' },
  { tell: 'listWebhookDeliveries.latest', after: settle },
  { tell: 'sendEmail.reply' },
  { tell: 'markThreadHandled.answered', after: settle },
  { tell: 'listEmails.firstPage' },
  { tell: 'listEmails.nextPage' },
  { tell: 'sendEmail.template' },
  { tell: 'sendEmail.attachments' },
  { tell: 'sendEmail.later' },
  { tell: 'cancelEmail.scheduled' },
  { tell: 'sendEmail.marketing' },
  { tell: 'sendBatch.allSent' },
  { tell: 'sendBatch.oneFailed' },
  { tell: 'sendEmail.draft', by: () => agent },
  { tell: 'sendEmail.anotherDraft', by: () => agent },
  { tell: 'listApprovals.two' },
  { tell: 'decideApproval.approve' },
  { tell: 'decideApproval.reject' },
  { tell: 'createSuppression.byHand' },
  { tell: 'listSuppressions.ofOne' },
  { tell: 'sendEmail.skipped' },
  { tell: 'deleteSuppression.all' },
  { tell: 'createSuppressionBatch.unsubscribed' },
  { tell: 'deleteSuppressionBatch.marketing' },
  { tell: 'createAutomation.trial' },
  { tell: 'setAutomationStatus.activate' },
  { tell: 'enroll.enrolled' },
  { tell: 'enroll.not' },
  { tell: 'getAutomation.byId' },
  { tell: 'listAutomations.one' },
  { tell: 'listEnrollments.active' },
  { tell: 'updateAutomation.rules' },
  { tell: 'recordEvent.signedUp' },
  { tell: 'deleteAutomation.byId' },
  { tell: 'importPreferences.optOuts' },
  { tell: 'getPreferences.optedOut' },
  { tell: 'savePreferences.optIn' },
  { tell: 'updateContact.optOut' },
  { tell: 'updateContact.optIn' },
  { tell: 'deleteContactProperty.byKey' },
  { tell: 'deleteTopic.byKey' },
  { tell: 'getUsage.free', after: settle },
  { tell: 'createBroadcast.test', after: haveWarmDomain },
  { tell: 'previewBroadcast.tooFew' },
  { tell: 'updateBroadcast.subject' },
  { tell: 'sendBroadcast.later' },
  { tell: 'listBroadcasts.one' },
  { tell: 'updateBroadcast.unschedule' },
  { tell: 'sendBroadcast.now', after: gatherThousand },
  { tell: 'resumeBroadcast.paused', after: mend },
  { tell: 'getBroadcast.testing', after: aMinuteLater },
  { tell: 'decideBroadcast.byHand' },
  { tell: 'listBroadcastRecipients.first', after: meetFirstRecipient },
  { tell: 'listBroadcastLinks.one', after: click },
  { tell: 'deleteBroadcast.byId', after: aMinuteLater },
  { tell: 'deleteSegment.byId' },
  { tell: 'deleteAudience.byId' },
  { tell: 'updateWebhookEndpoint.disable' },
  { tell: 'deleteWebhookEndpoint.byId' },
  { tell: 'deleteDomain.marketing' },
  { tell: 'getOpenapi.beginning' },
];

const service = theService();
let receiver: Receiver;
let workspaceId: string;
/** May do everything. */
let api: Api;
/** Drafts: a person decides. */
let agent: Api;
const counterparts = new Counterparts();

beforeAll(async () => {
  const { id, key } = await aWorkspace(service, {
    plan: 'free',
    payment_method_verified: true,
    postal_address: '1 Main Street, Springfield',
  });
  workspaceId = id;
  api = clientWith(key);
  agent = clientWith(await aDraftingKey(key));
  receiver = await Receiver.start(service, 'hooks.acme.example');
  counterparts.bind(examples.createWebhookEndpoint.deliveriesAndAnswers.body.url, receiver.url);
});

afterAll(() => receiver.stop());

const clientWith = (key: string): Api =>
  createClient<paths>({ baseUrl: service.at.api, headers: { Authorization: `Bearer ${key}` } });

async function aDraftingKey(by: string): Promise<string> {
  const body = { name: 'Agent', scopes: ['emails:send'], requires_approval: true };
  return (await service.api('POST', '/v1/api-keys', { key: by, body })).body.key;
}

async function settle(): Promise<void> {
  await service.settle();
}

type DnsRecord = components['schemas']['DnsRecord'];

/** Every record that the domains ask for: one name can have several. */
async function publishRecords(): Promise<void> {
  const { data } = await api.GET('/v1/domains');
  const zone = new Map<string, Record<string, unknown>>();
  for (const { name, type, value, priority } of data?.data.flatMap(recordsOf) ?? []) {
    const standing = type === 'MX' ? [{ exchange: value, priority }] : [value];
    zone.set(name, { ...zone.get(name), [type]: standing });
  }
  for (const [name, records] of zone) await service.control('PUT', `/dns/${name}`, records);
}

const recordsOf = ({ dns_records }: { dns_records: DnsRecord[] }): DnsRecord[] => dns_records;

/** What getThread's example shows, with a file. */
async function answerByKim(): Promise<void> {
  const received = examples.getThread.awaiting.answer.messages.find(
    ({ direction }) => direction === 'inbound',
  );
  if (received?.direction !== 'inbound') throw new Error('The example of getThread shows no answer');
  const { data } = await api.GET('/v1/emails/{id}', {
    params: { path: counterparts.real(examples.getEmail.delivered.params) },
  });
  const raw = [
    'From: Kim Berg <kim@example.com>',
    `To: ${received.to[0]}`,
    `Subject: ${received.subject}`,
    `In-Reply-To: <${data?.provider_message_id}@email.amazonses.com>`,
    'Message-ID: <answer@example.com>',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...received.raw_text.split('\n'),
    '--part',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="slip.pdf"',
    '',
    '%PDF-1.4',
    '--part--',
    '',
  ].join('\r\n');
  const verdicts = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' };
  await arrive(service, { rcpt: received.to, ...verdicts }, raw);
  await settle();
}

/** A domain that has been warmed up: the other has only a day's allowance. */
async function haveWarmDomain(): Promise<void> {
  const { id } = await aDomain(service, workspaceId, { risk_class: 'marketing' });
  counterparts.bind(examples.createBroadcast.test.body.identity_id, id);
}

/** The audience of the campaign, filled up; and a provider that throttles. */
async function gatherThousand(): Promise<void> {
  const { recipient_count: there } = examples.previewBroadcast.tooFew.answer;
  const path = counterparts.real(examples.getAudience.byId.params);
  const body = Array.from({ length: 1_000 - there }, (_, at) => ({ email: `reader-${at}@example.com` }));
  await api.POST('/v1/audiences/{id}/contacts', { params: { path }, body });
  const throttling = { service: 'sesv2', operation: 'SendEmail', error: 'TooManyRequestsException' };
  await service.control('POST', '/faults', throttling);
}

async function mend(): Promise<void> {
  await settle();
  await service.advance(15_000);
  await settle();
  await service.control('DELETE', '/faults');
}

async function aMinuteLater(): Promise<void> {
  await settle();
  await service.advance(100_000);
  await settle();
}

const firstMessage = async () => {
  const path = counterparts.real(examples.listBroadcastRecipients.first.params);
  const { data } = await api.GET('/v1/broadcasts/{id}/recipients', { params: { path, query: { limit: 1 } } });
  return data?.data[0];
};

/** Who is the first is a draw. */
async function meetFirstRecipient(): Promise<void> {
  await settle();
  const [shown] = examples.listBroadcastRecipients.first.answer.data;
  counterparts.bind(shown?.email ?? '', (await firstMessage())?.email ?? '');
}

async function click(): Promise<void> {
  const path = { id: (await firstMessage())?.id ?? '' };
  const { data } = await api.GET('/v1/emails/{id}', { params: { path } });
  const link = examples.listBroadcastLinks.one.answer.data[0]?.url;
  await service.control('POST', `/outbox/${data?.provider_message_id}/events`, { type: 'click', link });
  await service.advance(10_000);
  await settle();
}

interface AnyExample {
  status: number;
  answer?: unknown;
}

function exampleOf(told: Told): { operation: Operation; example: AnyExample } {
  const [operation, name] = told.split('.') as [Operation, string];
  const all: Record<string, AnyExample> = examples[operation];
  const example = all[name];
  if (!example) throw new Error(`There is no example ${told}`);
  return { operation, example };
}

describe('the examples of the document are what happens when a generated client sends them', () => {
  test.each(story.map((step) => [step.tell, step] as const))(
    '%s',
    async (told, { after, by = () => api }) => {
      const { operation, example } = exampleOf(told);
      const call = calls[operation] as (api: Api, example: AnyExample) => Promise<Answer>;
      await after?.();

      const { response, data, error } = await call(by(), counterparts.real(example));

      expect({ status: response.status, error }).toEqual({ status: example.status, error: undefined });
      if (operation === 'downloadAttachment') return expect(data).toBe('%PDF-1.4');
      const answer = counterparts.asExample(data, example.answer);
      if (operation === 'getOpenapi') return expect(answer).toMatchObject(Object(example.answer));
      return expect(answer).toEqual(example.answer);
    },
  );

  test('and there is no other example', () => {
    const all = Object.entries(examples).flatMap(([operation, named]) =>
      Object.keys(named).map((name) => `${operation}.${name}`),
    );

    expect(story.map(({ tell }) => tell).sort()).toEqual(all.sort());
  });
});

test.each(Object.values(webhooks).flatMap(({ examples: shown }) => Object.entries(shown)))(
  'the webhook of the example %s is what an endpoint is told',
  (_name, { value }) => {
    const told = receiver.received
      .map(payloadOf)
      .map((payload) => counterparts.asExample(payload, value))
      .filter((payload) => Object(payload).type === value.type);

    expect(told).toContainEqual(value);
  },
);

describe('a refusal', () => {
  test('has a type that its operation declares, and the fields of that type', async () => {
    await api.POST('/v1/templates', { body: examples.saveTemplate.create.body });
    const path = { slug: 'order-shipped' };

    const { error, response } = await api.POST('/v1/templates/{slug}/render', {
      params: { path },
      body: { variables: { name: 'Kim' } },
    });

    expect(response.status).toBe(422);
    // Only this type has the field: without the question this would not compile.
    expect(error?.error.type === 'missing_variables' && error.error.missing).toEqual(['order_id']);
  });
});
