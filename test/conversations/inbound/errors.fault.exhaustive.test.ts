import { arrives, comes, onlyThread } from '../../support/inbox';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import {
  anAnswer,
  answered,
  calls,
  expectReceived,
  order,
  untilNextTry,
} from '../../support/faults/answered';
import { anActor } from '../../support/actor';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const errorOf = (at: string): string => (at.startsWith('s3') ? 'InternalError' : 'InternalServerError');

const toldOf = 'the webhook endpoints';
/** What is done once the mail is recorded. */
const afterwards = ['what whoever answered is enrolled in', toldOf];
const recording = calls.filter(({ what }) => !afterwards.includes(what));

test.each(recording)('an AWS error at $what that lasts for minutes only delays it', async (call) => {
  const given = await answered(service);
  await order(service, call, { error: errorOf(call.at) });

  await arrives(given.desk, anAnswer(given));
  const meanwhile = await onlyThread(given.desk);
  await service.control('DELETE', '/faults');
  await untilNextTry(service);

  expect(meanwhile).toMatchObject({ message_count: 1, awaiting_reply: false });
  await expectReceived(given);
});

test('an AWS error at the webhook endpoints that lasts for minutes delays them, not the mail', async () => {
  const given = await answered(service);
  const { key } = given.desk;
  const body = { url: 'https://hooks.example/mail', events: ['inbound'] };
  const { id } = (await service.api('POST', '/v1/webhook-endpoints', { key, body })).body;
  const deliveries = async () =>
    (await service.api('GET', `/v1/webhook-endpoints/${id}/events`, { key })).body.data;
  const lookUp = calls.find(({ what }) => what === toldOf) ?? { at: '', skip: 0 };
  await order(service, lookUp, { error: 'InternalServerError' });

  await arrives(given.desk, anAnswer(given));
  const meanwhile = { thread: await onlyThread(given.desk), deliveries: await deliveries() };
  await service.control('DELETE', '/faults');
  await untilNextTry(service);

  expect(meanwhile).toMatchObject({ thread: { message_count: 2, awaiting_reply: true }, deliveries: [] });
  expect(await deliveries()).toMatchObject([{ event: 'inbound' }]);
  await expectReceived(given);
});

const writes = [
  ['PutItem', 'ProvisionedThroughputExceededException'],
  ['PutItem', 'TransactionConflictException'],
  ['TransactWriteItems', 'ThrottlingException'],
  ['TransactWriteItems', 'TransactionCanceledException'],
  ['TransactWriteItems', 'TransactionInProgressException'],
] as const;

test.each(writes)('a %s that meets a %s is done in the end, once', async (operation, error) => {
  const given = await answered(service);
  await order(service, { at: `dynamodb ${operation}`, skip: 0 }, { error, times: 2 });

  await arrives(given.desk, anAnswer(given));
  await untilNextTry(service);
  await untilNextTry(service);

  await expectReceived(given);
});

test('a mail for two workspaces that fails at the second is one message in each', async () => {
  const [one, other] = [
    await anActor(service, { marketing: true }),
    await anActor(service, { marketing: true }),
  ];
  await order(service, { at: 'dynamodb TransactWriteItems', skip: 1 }, { crash: 'before', times: 1 });

  await comes(one, { body: 'For both.' }, { rcpt: [one.from, other.from] });
  await service.settle();
  await untilNextTry(service);

  for (const desk of [one, other]) {
    const thread = await onlyThread(desk);
    expect(thread.message_count).toBe(1);
    expect(thread.messages).toMatchObject([{ text: 'For both.' }]);
  }
});

test('nothing that was tried again ended as a dead letter', () => {
  expect(deadLetters(service)).toEqual([]);
});
