import { aFile, download, mailWith, refused, text } from '../../support/attached';
import { comes, sentMessageId } from '../../support/inbox';
import { arrive } from '../../support/correspondent';
import { deadLetters, storedObjects } from '../../support/journal';
import { deliverNotices, loseRawMail, noticeOf } from '../../support/notices';
import { Service, type Answer } from '../../support/service';
import { type Actor, anActor } from '../../support/actor';
import { largeHtml } from '../../support/factories';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** What the desk shows on the service as it runs now. */
const read = async ({ key }: Actor, path: string): Promise<Answer['body']> =>
  (await service.api('GET', path, { key })).body;
const threadsOf = async (desk: Actor): Promise<Answer['body'][]> => (await read(desk, '/v1/threads')).data;

const order = (awsService: string, operation: string, fault: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', '/faults', { service: awsService, operation, function: 'receiveMail', ...fault });

/**
 * So often each of these notices comes; all tries have read before the first of them writes. Returns how often the
 * worker ran.
 */
async function comeAtOnce(notices: readonly string[], times: number): Promise<number> {
  service = await deliverNotices(service, Array.from({ length: times }, () => notices).flat());
  await order('dynamodb', 'TransactWriteItems', { delay_ms: 400 });
  await service.advance(61_000);
  await service.control('DELETE', '/faults');
  const rows = (await service.calls()).filter((row) => row.function.endsWith('-receiveMail'));
  return new Set(rows.map(({ request_id }) => request_id)).size;
}

const html = largeHtml();

/** The notices of a mail that starts a thread and of one that answers; neither mail could be read yet. */
async function unreadMails(desk: Actor): Promise<string[]> {
  const sent = await desk.accepted({ to: 'kim@example.com', subject: 'Parcel' });
  await service.settle();
  const inReplyTo = await sentMessageId(desk, sent.id);
  await order('s3', 'GetObject', { error: 'InternalError' });
  const receipts = [
    await comes(desk, { subject: 'New', headers: ['Content-Type: text/html'], body: html }),
    await comes(desk, { subject: 'Re: Parcel', inReplyTo }),
  ];
  await service.settle();
  return receipts.map(({ receipt_id }) => noticeOf(service, receipt_id));
}

test('a notice that comes ten times at once, and again later, is one message', async () => {
  const desk = await anActor(service);
  const notices = await unreadMails(desk);

  const firstRuns = await comeAtOnce(notices, 10);
  const threads = await threadsOf(desk);
  const fresh = threads.find(({ subject }) => subject === 'New');
  const parcel = threads.find(({ subject }) => subject === 'Parcel');
  for (const { id } of threads) await service.api('POST', `/v1/threads/${id}/handled`, { key: desk.key });
  const handled = await threadsOf(desk);
  const laterRuns = await comeAtOnce(notices, 3);
  await service.advance(361_000);

  expect([firstRuns, laterRuns]).toEqual([20, 6]);
  expect(threads).toHaveLength(2);
  expect(fresh).toMatchObject({ message_count: 1, awaiting_reply: true });
  expect(parcel).toMatchObject({ message_count: 2, awaiting_reply: true });
  expect((await read(desk, `/v1/threads/${fresh.id}`)).messages).toMatchObject([{ html }]);
  expect((await read(desk, `/v1/threads/${parcel.id}`)).messages).toHaveLength(2);
  expect(await threadsOf(desk)).toEqual(handled);
  const contents = storedObjects(service, 'content').filter(({ key }) => key.includes(desk.workspaceId));
  expect(contents).toHaveLength(1);
  expect(deadLetters(service)).toEqual([]);
});

test('a raw mail that was deleted is gone for every index of its attachments, and the message stays', async () => {
  const desk = await anActor(service);
  const raw = mailWith([text, aFile('first'), aFile('second')]);
  const { receipt_id } = await arrive(service, { rcpt: desk.from }, raw);
  await service.settle();
  const [{ id: threadId }] = await threadsOf(desk);
  const thread = await read(desk, `/v1/threads/${threadId}`);
  const [{ id }] = thread.messages;

  service = await loseRawMail(service, receipt_id);

  for (const index of [0, 1, 2])
    expect(refused(await download({ service, key: desk.key }, id, index))).toMatchObject({
      status: 410,
      type: 'gone',
    });
  expect(await read(desk, `/v1/threads/${threadId}`)).toEqual(thread);
});

/** Five tries, each after the visibility timeout of the one before; after that of the last it is given up. */
async function untilGivenUp(): Promise<void> {
  for (let tries = 0; tries < 6; tries += 1) await service.advance(361_000);
}

const setupNotice = JSON.stringify({
  notificationType: 'Received',
  mail: { messageId: 'AMAZON_SES_SETUP_NOTIFICATION', timestamp: '2026-11-21T09:00:00.000Z' },
  receipt: { recipients: [], action: { type: 'S3', bucketName: 'any', objectKey: 'any' } },
});

test('what cannot be read waits as a dead letter, logged; what is not about mail is ignored', async () => {
  const desk = await anActor(service);
  await order('s3', 'GetObject', { error: 'InternalError' });
  const { receipt_id } = await comes(desk, { subject: 'Lost' });
  await service.settle();
  const notice = noticeOf(service, receipt_id);
  const { receipt, ...withoutReceipt } = JSON.parse(notice);

  service = await loseRawMail(service, receipt_id, [
    'not JSON',
    JSON.stringify(withoutReceipt),
    setupNotice,
    JSON.stringify({ ...withoutReceipt, receipt, notificationType: 'Bounce' }),
  ]);
  await untilGivenUp();

  expect(deadLetters(service).sort()).toEqual([notice, 'not JSON', JSON.stringify(withoutReceipt)].sort());
  expect(await threadsOf(desk)).toEqual([]);
  await service.printed(/mail not received[^\n]*NoSuchKey/);
  await service.printed(/A receipt notification is not JSON/);
});
