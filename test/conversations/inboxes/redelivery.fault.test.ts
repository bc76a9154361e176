import { withCrash } from '../../support/faults/crash-points';
import { injectInboundMail, threadsOf } from '../../support/inbound-mails';
import { deadLetters } from '../../support/journal';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { WebhookReceiver } from '../../support/webhook-receiver';

const service = useService({ timeTravels: true });
let receiver: WebhookReceiver;
let workspace: TestWorkspace;
/** An address at which a test creates or deletes an inbox, and an address that never has an inbox. */
let addresses: { changing: string; plain: string };

beforeAll(async () => {
  receiver = await WebhookReceiver.start(service, 'redelivery.example');
});

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  addresses = { changing: workspace.from.replace(/^[^@]*/, 'agent'), plain: workspace.from };
  receiver.received.length = 0;
  const url = `http://${receiver.host}/`;
  await workspace.api('POST', '/v1/webhook-endpoints', { url, events: ['inbound'] });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => receiver.stop());

async function createInbox(): Promise<string> {
  const { status, body } = await workspace.api('POST', '/v1/inboxes', { username: 'agent' });
  if (status !== 201) throw new Error(`No inbox: ${JSON.stringify(body)}`);
  return body.id;
}

const deleteInbox = (id: string) => workspace.api('DELETE', `/v1/inboxes/${id}`);

/** Kills the worker after it has stored `stored` messages, and returns before SQS delivers the notification again. */
const receiveWithCrash = (recipients: readonly string[], stored: number): Promise<void> =>
  withCrash(
    service,
    'receiveMail',
    { name: '', at: 'dynamodb TransactWriteItems', skip: stored - 1, crash: 'after' },
    async () => {
      await injectInboundMail(workspace, {}, { recipients });
      await service.settle();
    },
  );

/** The inboxes of the stored messages, after SQS has delivered the notification again. */
async function storedAfterRedelivery(): Promise<(string | null)[]> {
  await service.advance(361_000);
  await service.settle();
  const threads = await threadsOf(workspace);
  expect(threads.map(({ message_count }) => message_count)).toEqual(threads.map(() => 1));
  expect(receiver.received).toHaveLength(threads.length);
  expect(deadLetters(service)).toEqual([]);
  return threads.map(({ inbox_id }) => inbox_id ?? null).toSorted();
}

// IB-27
test('a message is stored once if its inbox is created between two attempts', async () => {
  await receiveWithCrash([addresses.changing], 1);
  await createInbox();

  expect(await storedAfterRedelivery()).toEqual([null]);
});

// IB-27
test('a message is stored once if its inbox is deleted between two attempts', async () => {
  const id = await createInbox();
  await receiveWithCrash([addresses.changing.replace('@', '+tag@')], 1);
  await deleteInbox(id);

  expect(await storedAfterRedelivery()).toEqual([id]);
});

// IB-27
test('a message is stored once if its inbox is replaced between two attempts', async () => {
  const id = await createInbox();
  await receiveWithCrash([addresses.changing], 1);
  await deleteInbox(id);
  await createInbox();

  expect(await storedAfterRedelivery()).toEqual([id]);
});

// IB-27
test.each(['changing', 'plain'] as const)(
  'a message to two places reaches both if the attempt that stored it at %s first ends',
  async (first) => {
    const id = await createInbox();
    const recipients = [addresses[first], ...Object.values(addresses)];
    await receiveWithCrash(recipients, 1);
    await deleteInbox(id);

    expect(await storedAfterRedelivery()).toEqual(first === 'plain' ? [null] : [id, null].toSorted());
  },
);

// IB-27
test('mail that arrived before an inbox was created does not reach the inbox', async () => {
  await service.control('POST', '/faults', {
    service: 's3',
    operation: 'GetObject',
    function: '-receiveMail',
    error: 'InternalError',
  });
  await injectInboundMail(workspace, {}, { recipients: addresses.changing });
  await service.settle();
  await createInbox();
  await service.control('DELETE', '/faults');

  expect(await storedAfterRedelivery()).toEqual([null]);
});
