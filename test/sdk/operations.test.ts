import { ApiError, CarrierNest, type DnsRecord, type Download } from '../../packages/sdk/src';
import { examples } from '../../lib/openapi/examples';
import { webhooks } from '../../lib/openapi/webhooks';
import { arrive } from '../support/correspondent';
import { aDomain, aWorkspace } from '../support/factories';
import { payloadOf, Receiver } from '../support/receiver';
import { Counterparts } from './support/counterparts';
import { theService } from '../support/the-service';

type Operation = keyof typeof examples;

type ExamplesOf<Name extends Operation> = (typeof examples)[Name];
type ExampleOf<Name extends Operation> = ExamplesOf<Name>[keyof ExamplesOf<Name>];

/** How each operation is called: one that is missing here does not compile. */
const calls: { [Name in Operation]: (nest: CarrierNest, example: ExampleOf<Name>) => PromiseLike<unknown> } =
  {
    sendEmail: (nest, { body }) => nest.sendEmail(body),
    listEmails: (nest, { query }) => nest.listEmails(query),
    sendBatch: (nest, { body }) => nest.sendBatch(body),
    getEmailMetrics: (nest, { query }) => nest.getEmailMetrics(query),
    getEmail: (nest, { params }) => nest.getEmail(params.id),
    getEmailContent: (nest, { params }) => nest.getEmailContent(params.id),
    cancelEmail: (nest, { params }) => nest.cancelEmail(params.id),
    listThreads: (nest, { query }) => nest.listThreads(query),
    getThread: (nest, { params }) => nest.getThread(params.id),
    markThreadHandled: (nest, { params }) => nest.markThreadHandled(params.id),
    listAttachments: (nest, { params }) => nest.listAttachments(params.message_id),
    downloadAttachment: (nest, { params }) => nest.downloadAttachment(params.message_id, params.index),
    listApprovals: (nest) => nest.listApprovals(),
    decideApproval: (nest, { params, body }) => nest.decideApproval(params.id, body),
    listDomains: (nest) => nest.listDomains(),
    createDomain: (nest, { body }) => nest.createDomain(body),
    getDomain: (nest, { params }) => nest.getDomain(params.id),
    deleteDomain: (nest, { params }) => nest.deleteDomain(params.id),
    verifyDomain: (nest, { params }) => nest.verifyDomain(params.id),
    getCredential: (nest) => nest.getCredential(),
    getUsage: (nest) => nest.getUsage(),
    listTemplates: (nest) => nest.listTemplates(),
    saveTemplate: (nest, { body }) => nest.saveTemplate(body),
    getTemplate: (nest, { params }) => nest.getTemplate(params.slug),
    deleteTemplate: (nest, { params }) => nest.deleteTemplate(params.slug),
    renderTemplate: (nest, { params, body }) => nest.renderTemplate(params.slug, body),
    duplicateTemplate: (nest, { params, body }) => nest.duplicateTemplate(params.slug, body),
    listContacts: (nest, { query }) => nest.listContacts(query),
    createContact: (nest, { body }) => nest.createContact(body),
    listTags: (nest) => nest.listTags(),
    getContact: (nest, { params }) => nest.getContact(params.id),
    updateContact: (nest, { params, body }) => nest.updateContact(params.id, body),
    deleteContact: (nest, { params }) => nest.deleteContact(params.id),
    changeTags: (nest, { params, body }) => nest.changeTags(params.id, body),
    listContactProperties: (nest) => nest.listContactProperties(),
    saveContactProperty: (nest, { body }) => nest.saveContactProperty(body),
    deleteContactProperty: (nest, { params }) => nest.deleteContactProperty(params.key),
    listAudiences: (nest) => nest.listAudiences(),
    createAudience: (nest, { body }) => nest.createAudience(body),
    getAudience: (nest, { params }) => nest.getAudience(params.id),
    deleteAudience: (nest, { params }) => nest.deleteAudience(params.id),
    listMembers: (nest, { params, query }) => nest.listMembers(params.id, query),
    addMembers: (nest, { params, query, body }) => nest.addMembers(params.id, body, query),
    removeMember: (nest, { params }) => nest.removeMember(params.id, params.contact_id),
    listSegments: (nest) => nest.listSegments(),
    createSegment: (nest, { body }) => nest.createSegment(body),
    getSegment: (nest, { params }) => nest.getSegment(params.id),
    updateSegment: (nest, { params, body }) => nest.updateSegment(params.id, body),
    deleteSegment: (nest, { params }) => nest.deleteSegment(params.id),
    countSegment: (nest, { params }) => nest.countSegment(params.id),
    countRules: (nest, { body }) => nest.countRules(body),
    listSegmentContacts: (nest, { params }) => nest.listSegmentContacts(params.id),
    listBroadcasts: (nest) => nest.listBroadcasts(),
    createBroadcast: (nest, { body }) => nest.createBroadcast(body),
    getBroadcast: (nest, { params }) => nest.getBroadcast(params.id),
    updateBroadcast: (nest, { params, body }) => nest.updateBroadcast(params.id, body),
    deleteBroadcast: (nest, { params }) => nest.deleteBroadcast(params.id),
    previewBroadcast: (nest, { params, query }) => nest.previewBroadcast(params.id, query),
    listBroadcastRecipients: (nest, { params, query }) => nest.listBroadcastRecipients(params.id, query),
    listBroadcastLinks: (nest, { params }) => nest.listBroadcastLinks(params.id),
    sendBroadcast: (nest, { params, body }) => nest.sendBroadcast(params.id, body),
    resumeBroadcast: (nest, { params }) => nest.resumeBroadcast(params.id),
    decideBroadcast: (nest, { params, body }) => nest.decideBroadcast(params.id, body),
    listAutomations: (nest) => nest.listAutomations(),
    createAutomation: (nest, { body }) => nest.createAutomation(body),
    getAutomation: (nest, { params }) => nest.getAutomation(params.id),
    updateAutomation: (nest, { params, body }) => nest.updateAutomation(params.id, body),
    deleteAutomation: (nest, { params }) => nest.deleteAutomation(params.id),
    setAutomationStatus: (nest, { params, body }) => nest.setAutomationStatus(params.id, body),
    enroll: (nest, { params, body }) => nest.enroll(params.id, body),
    listEnrollments: (nest, { params, query }) => nest.listEnrollments(params.id, query),
    recordEvent: (nest, { body }) => nest.recordEvent(body),
    listTopics: (nest) => nest.listTopics(),
    saveTopic: (nest, { body }) => nest.saveTopic(body),
    deleteTopic: (nest, { params }) => nest.deleteTopic(params.key),
    importPreferences: (nest, { params, body }) => nest.importPreferences(params.key, body),
    getPreferences: (nest, { query }) => nest.getPreferences(query),
    savePreferences: (nest, { body }) => nest.savePreferences(body),
    listSuppressions: (nest, { query }) => nest.listSuppressions(query),
    createSuppression: (nest, { body }) => nest.createSuppression(body),
    createSuppressionBatch: (nest, { body }) => nest.createSuppressionBatch(body),
    deleteSuppressionBatch: (nest, { body }) => nest.deleteSuppressionBatch(body),
    deleteSuppression: (nest, { params, query }) => nest.deleteSuppression(params.email, query),
    listWebhookEndpoints: (nest, { query }) => nest.listWebhookEndpoints(query),
    createWebhookEndpoint: (nest, { body }) => nest.createWebhookEndpoint(body),
    updateWebhookEndpoint: (nest, { params, body }) => nest.updateWebhookEndpoint(params.id, body),
    deleteWebhookEndpoint: (nest, { params }) => nest.deleteWebhookEndpoint(params.id),
    listWebhookDeliveries: (nest, { params, query }) => nest.listWebhookDeliveries(params.id, query),
    getOpenapi: (nest) => nest.getOpenapi(),
  };

/** An example by its operation and its name. */
type Told = { [Name in Operation]: `${Name}.${keyof ExamplesOf<Name> & string}` }[Operation];

interface Step {
  tell: Told;
  /** What happens outside the API before. */
  after?: () => Promise<unknown>;
  /** The key that calls; one that may do everything unless told otherwise. */
  by?: () => CarrierNest;
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
  { tell: 'countRules.largeTeams' },
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
  { tell: 'getEmailContent.text' },
  { tell: 'getContact.mailed' },
  { tell: 'listEmails.delivered' },
  { tell: 'getEmailMetrics.twoDays' },
  { tell: 'listThreads.awaiting', after: answerByKim },
  { tell: 'getThread.awaiting' },
  { tell: 'listAttachments.one' },
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
  { tell: 'getCredential.drafting', by: () => agent },
  { tell: 'getUsage.free', after: settle },
  { tell: 'createBroadcast.test', after: haveWarmDomain },
  { tell: 'previewBroadcast.tooFew' },
  { tell: 'updateBroadcast.subject' },
  { tell: 'sendBroadcast.later' },
  { tell: 'listBroadcasts.one' },
  { tell: 'updateBroadcast.unschedule' },
  { tell: 'sendBroadcast.now', after: gatherThousand },
  { tell: 'resumeBroadcast.paused', after: mend },
  { tell: 'getBroadcast.testing', after: onceMailed },
  { tell: 'decideBroadcast.byHand', after: spareTheRest },
  { tell: 'listBroadcastRecipients.first', after: meetFirstRecipient },
  { tell: 'listBroadcastLinks.one', after: click },
  { tell: 'deleteBroadcast.byId', after: onceMailed },
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
let nest: CarrierNest;
/** Drafts: a person decides. */
let agent: CarrierNest;
/** Of the answer before. */
let status: number;
const counterparts = new Counterparts();

beforeAll(async () => {
  const { id, key } = await aWorkspace(service, {
    plan: 'free',
    payment_method_verified: true,
    postal_address: '1 Main Street, Springfield',
  });
  workspaceId = id;
  nest = clientWith(key);
  agent = clientWith(await aDraftingKey(key));
  receiver = await Receiver.start(service, 'hooks.acme.example');
  counterparts.bind(examples.createWebhookEndpoint.deliveriesAndAnswers.body.url, receiver.url);
});

afterAll(() => receiver.stop());

const clientWith = (key: string): CarrierNest =>
  new CarrierNest({
    url: service.at.api,
    key,
    fetch: async (...request) => {
      const answer = await fetch(...request);
      status = answer.status;
      return answer;
    },
  });

async function aDraftingKey(by: string): Promise<string> {
  const body = { name: 'Agent', scopes: ['emails:send'], requires_approval: true };
  return (await service.api('POST', '/v1/api-keys', { key: by, body })).body.key;
}

async function settle(): Promise<void> {
  await service.settle();
}

/** Every record that the domains ask for: one name can have several. */
async function publishRecords(): Promise<void> {
  const zone = new Map<string, Record<string, unknown>>();
  for (const { name, type, value, priority } of (await nest.listDomains()).data.flatMap(recordsOf)) {
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
  const sent = await nest.getEmail(counterparts.real(examples.getEmail.delivered.params.id));
  const raw = [
    'From: Kim Berg <kim@example.com>',
    `To: ${received.to[0]}`,
    `Subject: ${received.subject}`,
    `In-Reply-To: <${sent.provider_message_id}@email.amazonses.com>`,
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
  const id = counterparts.real(examples.getAudience.byId.params.id);
  await nest.addMembers(
    id,
    readers(1_000 - there).map((email) => ({ email })),
  );
  const throttling = { service: 'sesv2', operation: 'SendEmail', error: 'TooManyRequestsException' };
  await service.control('POST', '/faults', throttling);
}

async function mend(): Promise<void> {
  await settle();
  await service.advance(15_000);
  await settle();
  await service.control('DELETE', '/faults');
}

/** The winner's mail to eight hundred people would show nothing new, and take a minute. */
async function spareTheRest(): Promise<void> {
  await nest.createSuppressionBatch({ emails: readers(1_000) });
}

const readers = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `reader-${at}@example.com`);

/** Until it is not sending any more: of whom nobody heard whether their mail left, that is known minutes later. */
async function onceMailed(): Promise<void> {
  const id = counterparts.real(examples.getBroadcast.testing.params.id);
  await settle();
  for (let waits = 0; waits < 10; waits += 1) {
    await service.advance(100_000);
    await settle();
    if ((await nest.getBroadcast(id)).status !== 'sending') return;
  }
  throw new Error('The campaign goes on and on');
}

const firstMessage = async () => {
  const id = counterparts.real(examples.listBroadcastRecipients.first.params.id);
  return (await nest.listBroadcastRecipients(id, { limit: 1 })).data[0];
};

/** Who is the first is a draw. */
async function meetFirstRecipient(): Promise<void> {
  await settle();
  const [shown] = examples.listBroadcastRecipients.first.answer.data;
  counterparts.bind(shown?.email ?? '', (await firstMessage())?.email ?? '');
}

async function click(): Promise<void> {
  const mail = await nest.getEmail((await firstMessage())?.id ?? '');
  const link = examples.listBroadcastLinks.one.answer.data[0]?.url;
  await service.control('POST', `/outbox/${mail.provider_message_id}/events`, { type: 'click', link });
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

async function expectSlip(download: Download): Promise<void> {
  const { filename, contentType, size } = download;
  expect({ filename, contentType, size }).toEqual({
    filename: 'slip.pdf',
    contentType: 'application/pdf',
    size: 8,
  });
  expect(new TextDecoder().decode(await download.bytes())).toBe('%PDF-1.4');
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

describe('the examples of the document are what happens when the client sends them', () => {
  test.each(story.map((step) => [step.tell, step] as const))(
    '%s',
    async (told, { after, by = () => nest }) => {
      const { operation, example } = exampleOf(told);
      const call = calls[operation] as (by: CarrierNest, example: AnyExample) => PromiseLike<unknown>;
      await after?.();

      const answered = await call(by(), counterparts.real(example));

      expect(status).toBe(example.status);
      if (operation === 'downloadAttachment') return expectSlip(answered as Download);
      const answer = counterparts.asExample(answered, example.answer);
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
  test('has the type and the fields that its operation declares', async () => {
    await nest.saveTemplate(examples.saveTemplate.create.body);

    const refusal = await nest
      .renderTemplate('order-shipped', { variables: { name: 'Kim' } })
      .catch(asApiError);

    expect(refusal).toMatchObject({ status: 422, type: 'missing_variables', missing: ['order_id'] });
  });
});
