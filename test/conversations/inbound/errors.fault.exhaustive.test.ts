import { receiveInboundMail, injectInboundMail, onlyThread } from '../../support/inbound-mails';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import {
  buildReply,
  createConversation,
  receiveCalls,
  expectReceived,
  injectFaultAt,
  advanceToNextAttempt,
} from '../../support/faults/inbound-reply';
import { createTestWorkspace } from '../../support/test-workspace';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const errorNameOf = (awsCall: string): string =>
  awsCall.startsWith('s3') ? 'InternalError' : 'InternalServerError';

const webhookCall = 'the webhook endpoints';
/** The calls that the worker makes after it has recorded the message. */
const afterwards = ['the enrollments of the sender', webhookCall];
const recordingCalls = receiveCalls.filter(({ what }) => !afterwards.includes(what));

test.each(recordingCalls)(
  'if the AWS call for $what fails for minutes, the message is delayed but not lost',
  async (call) => {
    const conversation = await createConversation(service);
    await injectFaultAt(service, call, { error: errorNameOf(call.awsCall) });

    await receiveInboundMail(conversation.workspace, buildReply(conversation));
    const meanwhile = await onlyThread(conversation.workspace);
    await service.control('DELETE', '/faults');
    await advanceToNextAttempt(service);

    expect(meanwhile).toMatchObject({ message_count: 1, awaiting_reply: false });
    await expectReceived(conversation);
  },
);

test('if reading the webhook endpoints fails for minutes, the webhooks are delayed, but the message is recorded immediately', async () => {
  const conversation = await createConversation(service);
  const { key } = conversation.workspace;
  const body = { url: 'https://hooks.example/mail', events: ['inbound'] };
  const { id } = (await service.api('POST', '/v1/webhook-endpoints', { key, body })).body;
  const deliveries = async () =>
    (await service.api('GET', `/v1/webhook-endpoints/${id}/events`, { key })).body.data;
  const webhookCallOrNone = receiveCalls.find(({ what }) => what === webhookCall) ?? { awsCall: '', skip: 0 };
  await injectFaultAt(service, webhookCallOrNone, { error: 'InternalServerError' });

  await receiveInboundMail(conversation.workspace, buildReply(conversation));
  const meanwhile = { thread: await onlyThread(conversation.workspace), deliveries: await deliveries() };
  await service.control('DELETE', '/faults');
  await advanceToNextAttempt(service);

  expect(meanwhile).toMatchObject({ thread: { message_count: 2, awaiting_reply: true }, deliveries: [] });
  expect(await deliveries()).toMatchObject([{ event: 'inbound' }]);
  await expectReceived(conversation);
});

const writes = [
  ['PutItem', 'ProvisionedThroughputExceededException'],
  ['PutItem', 'TransactionConflictException'],
  ['TransactWriteItems', 'ThrottlingException'],
  ['TransactWriteItems', 'TransactionCanceledException'],
  ['TransactWriteItems', 'TransactionInProgressException'],
] as const;

test.each(writes)('a %s that fails with %s takes effect once after the retry', async (operation, error) => {
  const conversation = await createConversation(service);
  await injectFaultAt(service, { awsCall: `dynamodb ${operation}`, skip: 0 }, { error, times: 2 });

  await receiveInboundMail(conversation.workspace, buildReply(conversation));
  await advanceToNextAttempt(service);
  await advanceToNextAttempt(service);

  await expectReceived(conversation);
});

test('a message for two workspaces is stored once in each workspace, even if the worker crashes before it stores the second copy', async () => {
  const [firstWorkspace, secondWorkspace] = [
    await createTestWorkspace(service, { marketing: true }),
    await createTestWorkspace(service, { marketing: true }),
  ];
  await injectFaultAt(
    service,
    { awsCall: 'dynamodb TransactWriteItems', skip: 1 },
    { crash: 'before', times: 1 },
  );

  await injectInboundMail(
    firstWorkspace,
    { body: 'For both.' },
    { recipients: [firstWorkspace.from, secondWorkspace.from] },
  );
  await service.settle();
  await advanceToNextAttempt(service);

  for (const workspace of [firstWorkspace, secondWorkspace]) {
    const thread = await onlyThread(workspace);
    expect(thread.message_count).toBe(1);
    expect(thread.messages).toMatchObject([{ text: 'For both.' }]);
  }
});

test('no message of these tests is in a dead-letter queue', () => {
  expect(deadLetters(service)).toEqual([]);
});
