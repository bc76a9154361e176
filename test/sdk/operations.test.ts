import { ApiError, CarrierNest, type DnsRecord, type Download } from '../../packages/sdk/src';
import { examples } from '../../lib/openapi/examples';
import { operations } from '../../packages/mcp/src/operations';
import { webhooks } from '../../lib/openapi/webhooks';
import { trackingTarget } from '../../packages/local/src/template/settings.json';
import { deliverInboundMail } from '../support/inbound-mail';
import { aDomain, aWorkspace } from '../support/factories';
import { payloadOf, WebhookReceiver } from '../support/webhook-receiver';
import { ExampleMapping } from './support/example-mapping';
import { useService } from '../support/use-service';

type Operation = keyof typeof examples;

type ExamplesOf<Name extends Operation> = (typeof examples)[Name];

type Declaration<Name extends Operation> = (typeof operations)[Name];

/** The argument of the SDK method after the path parameters. */
type ArgumentAfterPath<Name extends Operation> = Parameters<
  CarrierNest[Name]
>[Declaration<Name>['path']['length'] & number];

/** Does not compile if the body of an example does not match the SDK method. */
const typedExamples: {
  [Name in Operation]: Readonly<
    Record<
      string,
      AnyExample & { body?: Declaration<Name>['takesBody'] extends true ? ArgumentAfterPath<Name> : never }
    >
  >;
} = examples;

/** Calls the SDK method of the operation, which takes the path parameters, the body and the query. */
function callOperation(
  client: CarrierNest,
  operation: Operation,
  { params = {}, body, query: queryValues }: AnyExample,
): PromiseLike<unknown> {
  const { path, query, takesBody } = operations[operation];
  const methods = client as unknown as Record<Operation, (...args: unknown[]) => PromiseLike<unknown>>;
  return methods[operation](
    ...path.map((name) => params[name]),
    ...(takesBody ? [body] : []),
    ...(query.length > 0 ? [queryValues] : []),
  );
}

/** The operation and the name of an example. */
type ExampleName = { [Name in Operation]: `${Name}.${keyof ExamplesOf<Name> & string}` }[Operation];

interface ExampleStep {
  example: ExampleName;
  /** An action outside the API that precedes the call. */
  before?: () => Promise<unknown>;
  /** The client that makes the call, by default a client with all scopes. */
  client?: () => CarrierNest;
}

/** The examples, in an order in which earlier calls create the resources that each example needs. */
const steps: readonly ExampleStep[] = [
  { example: 'createDomain.root' },
  { example: 'verifyDomain.verified', before: publishRecords },
  { example: 'verifyDomain.marketing' },
  { example: 'listDomains.both' },
  { example: 'getDomain.verified' },
  { example: 'createWebhookEndpoint.deliveriesAndAnswers' },
  { example: 'listWebhookEndpoints.one' },
  { example: 'saveTemplate.create' },
  { example: 'saveTemplate.update' },
  { example: 'listTemplates.one' },
  { example: 'getTemplate.bySlug' },
  { example: 'renderTemplate.values' },
  { example: 'duplicateTemplate.variant' },
  { example: 'deleteTemplate.variant' },
  { example: 'saveTopic.create' },
  { example: 'saveTopic.update' },
  { example: 'listTopics.one' },
  { example: 'saveContactProperty.create' },
  { example: 'saveContactProperty.rename' },
  { example: 'listContactProperties.one' },
  { example: 'createAudience.customers' },
  { example: 'createContact.customer' },
  { example: 'addMembers.one' },
  { example: 'addMembers.import' },
  { example: 'getAudience.byId' },
  { example: 'listAudiences.one' },
  { example: 'listMembers.firstPage' },
  { example: 'listContacts.newest' },
  { example: 'listContacts.nextPage' },
  { example: 'listContacts.tagged' },
  { example: 'listContacts.ofOne' },
  { example: 'listTags.two' },
  { example: 'countRules.largeTeams' },
  { example: 'createSegment.largeTeams' },
  { example: 'updateSegment.rules' },
  { example: 'getSegment.byId' },
  { example: 'listSegments.one' },
  { example: 'countSegment.one' },
  { example: 'listSegmentContacts.one' },
  { example: 'changeTags.customer' },
  { example: 'removeMember.optedOut' },
  { example: 'deleteContact.byId' },
  { example: 'sendEmail.text' },
  { example: 'getEmail.delivered', before: settle },
  { example: 'getEmailContent.text' },
  { example: 'getContact.mailed' },
  { example: 'listEmails.delivered' },
  { example: 'getEmailMetrics.twoDays' },
  { example: 'enableInbound.once' },
  { example: 'createFeed.received' },
  { example: 'listFeeds.one' },
  { example: 'listThreads.awaiting', before: receiveReplyFromKim },
  { example: 'getThread.awaiting' },
  { example: 'getReceivedMessages.waiting', before: settle },
  { example: 'getFeedEvents.waiting' },
  { example: 'deleteFeed.byId' },
  { example: 'getReceivedMessage.reply' },
  { example: 'downloadRawMessage.reply' },
  { example: 'listAttachments.one' },
  { example: 'downloadAttachment.first' },
  { example: 'listWebhookDeliveries.latest', before: settle },
  { example: 'sendEmail.reply' },
  { example: 'markThreadHandled.answered', before: settle },
  { example: 'changeThreadLabels.labeled' },
  { example: 'markThreadRead.read' },
  { example: 'listEmails.firstPage' },
  { example: 'listEmails.nextPage' },
  { example: 'sendEmail.template' },
  { example: 'sendEmail.attachments' },
  { example: 'sendEmail.later' },
  { example: 'cancelEmail.scheduled' },
  { example: 'sendEmail.marketing' },
  { example: 'sendBatch.allSent' },
  { example: 'sendBatch.oneFailed' },
  { example: 'sendEmail.draft', client: () => draftingClient },
  { example: 'sendEmail.anotherDraft', client: () => draftingClient },
  { example: 'listApprovals.two' },
  { example: 'getApproval.pending' },
  { example: 'downloadDraftAttachment.first' },
  { example: 'decideApproval.approve' },
  { example: 'decideApproval.reject' },
  { example: 'createSuppression.byHand' },
  { example: 'listSuppressions.ofOne' },
  { example: 'sendEmail.skipped' },
  { example: 'deleteSuppression.all' },
  { example: 'createSuppressionBatch.unsubscribed' },
  { example: 'deleteSuppressionBatch.marketing' },
  { example: 'createAutomation.trial' },
  { example: 'setAutomationStatus.activate' },
  { example: 'enroll.enrolled' },
  { example: 'enroll.not' },
  { example: 'getAutomation.byId' },
  { example: 'listAutomations.one' },
  { example: 'listEnrollments.active' },
  { example: 'updateAutomation.rules' },
  { example: 'recordEvent.signedUp' },
  { example: 'deleteAutomation.byId' },
  { example: 'importPreferences.optOuts' },
  { example: 'getPreferences.optedOut' },
  { example: 'savePreferences.optIn' },
  { example: 'updateContact.optOut' },
  { example: 'updateContact.optIn' },
  { example: 'deleteContactProperty.byKey' },
  { example: 'deleteTopic.byKey' },
  { example: 'getCredential.drafting', client: () => draftingClient },
  { example: 'getUsage.free', before: settle },
  { example: 'createDraft.incomplete' },
  { example: 'updateDraft.completed' },
  { example: 'getDraft.complete' },
  { example: 'listDrafts.one' },
  { example: 'sendDraft.sent' },
  { example: 'createDraft.unused' },
  { example: 'deleteDraft.deleted' },
  { example: 'createBroadcast.test', before: createWarmDomain },
  { example: 'previewBroadcast.tooFew' },
  { example: 'updateBroadcast.subject' },
  { example: 'sendBroadcast.later' },
  { example: 'listBroadcasts.one' },
  { example: 'updateBroadcast.unschedule' },
  { example: 'sendBroadcast.now', before: fillAudience },
  { example: 'resumeBroadcast.paused', before: restoreSes },
  { example: 'getBroadcast.testing', before: waitUntilSent },
  { example: 'decideBroadcast.byHand', before: suppressRemaining },
  { example: 'getBroadcastDecision.started' },
  { example: 'listBroadcastRecipients.first', before: bindFirstRecipient },
  { example: 'listBroadcastLinks.one', before: clickFirstLink },
  { example: 'deleteBroadcast.byId', before: waitUntilSent },
  { example: 'deleteSegment.byId' },
  { example: 'deleteAudience.byId' },
  { example: 'updateWebhookEndpoint.disable' },
  { example: 'deleteWebhookEndpoint.byId' },
  { example: 'deleteDomain.marketing' },
  { example: 'getOpenapi.beginning' },
  // From now on, threads have an inbox_id.
  { example: 'createInbox.named' },
  { example: 'createInbox.existing' },
  { example: 'getInbox.byId' },
  { example: 'listInboxes.ofClient' },
  { example: 'updateInbox.metadata' },
  { example: 'deleteInbox.byId' },
];

const service = useService();
let receiver: WebhookReceiver;
let workspaceId: string;
/** A client with all scopes. */
let ownerClient: CarrierNest;
/** A client whose sends require approval. */
let draftingClient: CarrierNest;
/** The status of the last response. */
let status: number;
const exampleMapping = new ExampleMapping();

beforeAll(async () => {
  const { id, key } = await aWorkspace(service, {
    plan: 'free',
    payment_method_verified: true,
    postal_address: '1 Main Street, Springfield',
  });
  workspaceId = id;
  ownerClient = clientWith(key);
  draftingClient = clientWith(await createDraftingKey(key));
  receiver = await WebhookReceiver.start(service, 'hooks.acme.example');
  exampleMapping.bind(examples.createWebhookEndpoint.deliveriesAndAnswers.body.url, receiver.url);
  exampleMapping.bind('d111111abcdef8.cloudfront.net', trackingTarget);
});

afterAll(() => receiver.stop());

const clientWith = (key: string): CarrierNest =>
  new CarrierNest({
    url: service.metadata.api,
    key,
    fetch: async (...request) => {
      const response = await fetch(...request);
      status = response.status;
      return response;
    },
  });

async function createDraftingKey(by: string): Promise<string> {
  const body = { name: 'Agent', scopes: ['emails:send'], requires_approval: true };
  return (await service.api('POST', '/v1/api-keys', { key: by, body })).body.key;
}

async function settle(): Promise<void> {
  await service.settle();
}

/** Publishes every DNS record that the domains require. One name can have several records. */
async function publishRecords(): Promise<void> {
  const recordsByName = new Map<string, Record<string, unknown>>();
  for (const { name, type, value, priority } of (await ownerClient.listDomains()).data.flatMap(recordsOf)) {
    const values = type === 'MX' ? [{ exchange: value, priority }] : [value];
    recordsByName.set(name, { ...recordsByName.get(name), [type]: values });
  }
  for (const [name, records] of recordsByName) await service.control('PUT', `/dns/${name}`, records);
}

const recordsOf = ({ dns_records }: { dns_records: DnsRecord[] }): DnsRecord[] => dns_records;

/** Receives the reply of the getThread example, with an attachment. */
async function receiveReplyFromKim(): Promise<void> {
  const received = examples.getThread.awaiting.response.messages.find(
    ({ direction }) => direction === 'inbound',
  );
  if (received?.direction !== 'inbound') throw new Error('The example of getThread contains no reply');
  const sent = await ownerClient.getEmail(exampleMapping.toReal(examples.getEmail.delivered.params.id));
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
  await deliverInboundMail(service, { recipients: received.to, ...verdicts }, raw);
  await settle();
}

/** Creates a domain without warm-up. The domain that the examples create has a daily warm-up limit. */
async function createWarmDomain(): Promise<void> {
  const { id } = await aDomain(service, workspaceId, { risk_class: 'marketing' });
  exampleMapping.bind(examples.createBroadcast.test.body.identity_id, id);
}

/** Fills the audience of the campaign, and makes SES throttle. */
async function fillAudience(): Promise<void> {
  const { recipient_count: existingCount } = examples.previewBroadcast.tooFew.response;
  const id = exampleMapping.toReal(examples.getAudience.byId.params.id);
  await ownerClient.addMembers(
    id,
    readerAddresses(1_000 - existingCount).map((email) => ({ email })),
  );
  const throttling = { service: 'sesv2', operation: 'SendEmail', error: 'TooManyRequestsException' };
  await service.control('POST', '/faults', throttling);
}

async function restoreSes(): Promise<void> {
  await settle();
  await service.advance(15_000);
  await settle();
  await service.control('DELETE', '/faults');
}

/**
 * Suppresses the eight hundred recipients of the winner, because their emails would take a minute and test nothing
 * new.
 */
async function suppressRemaining(): Promise<void> {
  await ownerClient.createSuppressionBatch({ emails: readerAddresses(1_000) });
}

const readerAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `reader-${index}@example.com`);

/** Waits until the campaign stops sending. The outcome of some emails is known only minutes later. */
async function waitUntilSent(): Promise<void> {
  const id = exampleMapping.toReal(examples.getBroadcast.testing.params.id);
  await settle();
  for (let attempts = 0; attempts < 10; attempts += 1) {
    await service.advance(100_000);
    await settle();
    if ((await ownerClient.getBroadcast(id)).status !== 'sending') return;
  }
  throw new Error('The campaign has not stopped sending');
}

const firstMessage = async () => {
  const id = exampleMapping.toReal(examples.listBroadcastRecipients.first.params.id);
  return (await ownerClient.listBroadcastRecipients(id, { limit: 1 })).data[0];
};

/** Maps the recipient in the example to the first listed recipient, because the order of the recipients is random. */
async function bindFirstRecipient(): Promise<void> {
  await settle();
  const [exampleRow] = examples.listBroadcastRecipients.first.response.data;
  exampleMapping.bind(exampleRow?.email ?? '', (await firstMessage())?.email ?? '');
}

async function clickFirstLink(): Promise<void> {
  const mail = await ownerClient.getEmail((await firstMessage())?.id ?? '');
  const link = examples.listBroadcastLinks.one.response.data[0]?.url;
  await service.control('POST', `/outbox/${mail.provider_message_id}/events`, { type: 'click', link });
  await service.advance(10_000);
  await settle();
}

interface AnyExample {
  params?: Readonly<Record<string, string | number>>;
  query?: object;
  body?: unknown;
  status: number;
  response?: unknown;
}

function exampleOf(exampleName: ExampleName): { operation: Operation; example: AnyExample } {
  const [operation, name] = exampleName.split('.') as [Operation, string];
  const namedExamples: Readonly<Record<string, AnyExample>> = typedExamples[operation];
  const example = namedExamples[name];
  if (!example) throw new Error(`There is no example ${exampleName}`);
  return { operation, example };
}

async function expectPdfDownload(download: Download): Promise<void> {
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

describe('the examples of the OpenAPI document match the responses of the service', () => {
  //
  test.each(steps.map((step) => [step.example, step] as const))(
    '%s',
    async (told, { before, client = () => ownerClient }) => {
      const { operation, example } = exampleOf(told);
      await before?.();

      const answered = await callOperation(client(), operation, exampleMapping.toReal(example));

      expect(status).toBe(example.status);
      if (operation === 'downloadAttachment' || operation === 'downloadDraftAttachment')
        return expectPdfDownload(answered as Download);
      if (operation === 'downloadRawMessage') {
        const raw = Buffer.from(await (answered as Download).bytes()).toString();
        expect(raw).toContain('From: Kim Berg');
        return;
      }
      const result = exampleMapping.toExample(answered, example.response);
      if (operation === 'getOpenapi') expect(result).toMatchObject(Object(example.response));
      else expect(result).toEqual(example.response);
    },
  );

  test('the steps cover every example', () => {
    const all = Object.entries(examples).flatMap(([operation, namedExamples]) =>
      Object.keys(namedExamples).map((name) => `${operation}.${name}`),
    );

    expect(steps.map(({ example }) => example).sort()).toEqual(all.sort());
  });
});

test.each(Object.values(webhooks).flatMap(({ examples: exampleRow }) => Object.entries(exampleRow)))(
  'the webhook example %s matches the request that an endpoint receives',
  (_name, { value }) => {
    const told = receiver.received
      .map(payloadOf)
      .map((payload) => exampleMapping.toExample(payload, value))
      .filter((payload) => Object(payload).type === value.type);

    expect(told).toContainEqual(value);
  },
);

describe('a refusal', () => {
  //
  test('has the type and fields that its operation declares', async () => {
    await ownerClient.saveTemplate(examples.saveTemplate.create.body);

    const refusal = await ownerClient
      .renderTemplate('order-shipped', { variables: { name: 'Kim' } })
      .catch(asApiError);

    expect(refusal).toMatchObject({ status: 422, type: 'missing_variables', missing: ['order_id'] });
  });
});
