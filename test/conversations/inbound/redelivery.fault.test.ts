import {
  attachmentPart,
  downloadAttachment,
  multipartMail,
  downloadError,
  textPart,
} from '../../support/attachment-mails';
import { injectInboundMail, sentMessageId } from '../../support/inbound-mails';
import { deliverInboundMail } from '../../support/inbound-mail';
import { deadLetters, storedObjects } from '../../support/journal';
import { redeliverNotifications, deleteRawMail, findNotification } from '../../support/inbound-notifications';
import { Service, type ApiResponse } from '../../support/service';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { largeHtml } from '../../support/factories';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** Gets the path from the current service, because a restart replaces the service. */
const getBody = async ({ key }: TestWorkspace, path: string): Promise<ApiResponse['body']> =>
  (await service.api('GET', path, { key })).body;
const threadsOf = async (workspace: TestWorkspace): Promise<ApiResponse['body'][]> =>
  (await getBody(workspace, '/v1/threads')).data;

const injectReceiveFault = (
  awsService: string,
  operation: string,
  fault: Record<string, unknown>,
): Promise<unknown> =>
  service.control('POST', '/faults', { service: awsService, operation, function: 'receiveMail', ...fault });

/**
 * Redelivers each notification `times` times, and delays the writes so that all attempts read before the first attempt
 * writes. Returns the number of times that the worker ran.
 */
async function redeliverSimultaneously(notifications: readonly string[], times: number): Promise<number> {
  service = await redeliverNotifications(service, Array.from({ length: times }, () => notifications).flat());
  await injectReceiveFault('dynamodb', 'TransactWriteItems', { delay_ms: 400 });
  await service.advance(61_000);
  await service.control('DELETE', '/faults');
  const rows = (await service.calls()).filter((row) => row.function.endsWith('-receiveMail'));
  return new Set(rows.map(({ request_id }) => request_id)).size;
}

const html = largeHtml();

/**
 * Delivers a message that starts a thread, and a reply. The worker cannot read either message. Returns the
 * notifications of both messages.
 */
async function receiveUnreadableMails(workspace: TestWorkspace): Promise<string[]> {
  const sent = await workspace.sendAccepted({ to: 'kim@example.com', subject: 'Parcel' });
  await service.settle();
  const inReplyTo = await sentMessageId(workspace, sent.id);
  await injectReceiveFault('s3', 'GetObject', { error: 'InternalError' });
  const receipts = [
    await injectInboundMail(workspace, { subject: 'New', headers: ['Content-Type: text/html'], body: html }),
    await injectInboundMail(workspace, { subject: 'Re: Parcel', inReplyTo }),
  ];
  await service.settle();
  return receipts.map(({ receipt_id }) => findNotification(service, receipt_id));
}

// IN-6
test('a notification that is delivered ten times simultaneously, and again later, yields one message', async () => {
  const workspace = await createTestWorkspace(service);
  const notifications = await receiveUnreadableMails(workspace);

  const firstRuns = await redeliverSimultaneously(notifications, 10);
  const threads = await threadsOf(workspace);
  const newThread = threads.find(({ subject }) => subject === 'New');
  const parcelThread = threads.find(({ subject }) => subject === 'Parcel');
  for (const { id } of threads)
    await service.api('POST', `/v1/threads/${id}/handled`, { key: workspace.key });
  const handledThreads = await threadsOf(workspace);
  const laterRuns = await redeliverSimultaneously(notifications, 3);
  await service.advance(361_000);

  expect([firstRuns, laterRuns]).toEqual([20, 6]);
  expect(threads).toHaveLength(2);
  expect(newThread).toMatchObject({ message_count: 1, awaiting_reply: true });
  expect(parcelThread).toMatchObject({ message_count: 2, awaiting_reply: true });
  expect((await getBody(workspace, `/v1/threads/${newThread.id}`)).messages).toMatchObject([{ html }]);
  expect((await getBody(workspace, `/v1/threads/${parcelThread.id}`)).messages).toHaveLength(2);
  expect(await threadsOf(workspace)).toEqual(handledThreads);
  const contents = storedObjects(service, 'content').filter(({ key }) => key.includes(workspace.workspaceId));
  expect(contents).toHaveLength(1);
  expect(deadLetters(service)).toEqual([]);
});

// IN-23
test('after the raw message is deleted, a download by any attachment index returns 410, and the message is kept', async () => {
  const workspace = await createTestWorkspace(service);
  const raw = multipartMail([textPart, attachmentPart('first'), attachmentPart('second')]);
  const { receipt_id } = await deliverInboundMail(service, { recipients: workspace.from }, raw);
  await service.settle();
  const [{ id: threadId }] = await threadsOf(workspace);
  const thread = await getBody(workspace, `/v1/threads/${threadId}`);
  const [{ id }] = thread.messages;

  service = await deleteRawMail(service, receipt_id);

  for (const index of [0, 1, 2])
    expect(downloadError(await downloadAttachment({ service, key: workspace.key }, id, index))).toMatchObject(
      {
        status: 410,
        type: 'gone',
      },
    );
  expect(await getBody(workspace, `/v1/threads/${threadId}`)).toEqual(thread);
});

/**
 * Waits for five attempts, each after the visibility timeout of the previous attempt. After the last timeout, SQS
 * moves the notification to the dead-letter queue.
 */
async function advanceUntilDeadLettered(): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt += 1) await service.advance(361_000);
}

const setupNotification = JSON.stringify({
  notificationType: 'Received',
  mail: { messageId: 'AMAZON_SES_SETUP_NOTIFICATION', timestamp: '2026-11-21T09:00:00.000Z' },
  receipt: { recipients: [], action: { type: 'S3', bucketName: 'any', objectKey: 'any' } },
});

test('unreadable notifications are logged and go to the dead-letter queue, and notifications without a received message are ignored', async () => {
  const workspace = await createTestWorkspace(service);
  await injectReceiveFault('s3', 'GetObject', { error: 'InternalError' });
  const { receipt_id } = await injectInboundMail(workspace, { subject: 'Lost' });
  await service.settle();
  const notification = findNotification(service, receipt_id);
  const { receipt, ...withoutReceipt } = JSON.parse(notification);

  service = await deleteRawMail(service, receipt_id, [
    'not JSON',
    JSON.stringify(withoutReceipt),
    setupNotification,
    JSON.stringify({ ...withoutReceipt, receipt, notificationType: 'Bounce' }),
  ]);
  await advanceUntilDeadLettered();

  expect(deadLetters(service).sort()).toEqual(
    [notification, 'not JSON', JSON.stringify(withoutReceipt)].sort(),
  );
  expect(await threadsOf(workspace)).toEqual([]);
  await service.waitForOutput(/mail not received[^\n]*NoSuchKey/);
  await service.waitForOutput(/A receipt notification is not JSON/);
});
