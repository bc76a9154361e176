import { deliverInboundMail, rawMail, type MailParts } from '../../support/inbound-mail';
import { threadsOf } from '../../support/inbound-mails';
import { deadLetters, storedObjects } from '../../support/journal';
import { largeHtml } from '../../support/factories';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { WebhookReceiver } from '../../support/webhook-receiver';

const service = useService();
let receiver: WebhookReceiver;
let workspace: TestWorkspace;

beforeAll(async () => {
  receiver = await WebhookReceiver.start(service, 'copies.example');
});

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  receiver.received.length = 0;
  const url = `http://${receiver.host}/${workspace.workspaceId}`;
  await workspace.api('POST', '/v1/webhook-endpoints', { url, events: ['inbound'] });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => receiver.stop());

const messageId = '<order-1@example.com>';

const order = (parts: MailParts = {}): string =>
  rawMail({ to: workspace.from, messageId, subject: 'Order', body: 'Two  boxes,\r\nplease.\r\n', ...parts });

const inject = (raw: string | Buffer, recipients: string | readonly string[] = workspace.from) =>
  deliverInboundMail(service, { recipients }, raw);

async function receive(...mails: (string | Buffer)[]): Promise<void> {
  for (const raw of mails) {
    await inject(raw);
    await service.settle();
  }
}

/** The number of stored messages, and the number of webhook requests about them. */
async function counts(): Promise<{ stored: number; published: number }> {
  const messages = (await threadsOf(workspace)).map(({ message_count }) => Number(message_count));
  return {
    stored: messages.reduce((sum, count) => sum + count, 0),
    published: receiver.received.filter(({ path }) => path === `/${workspace.workspaceId}`).length,
  };
}

const multipart = (boundary: string, fileContent: string, filename = 'order.pdf'): string =>
  order({
    headers: ['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary=${boundary}`],
    body: [
      `--${boundary}`,
      'Content-Type: text/plain',
      '',
      'Two boxes, please.',
      `--${boundary}`,
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename=${filename}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(fileContent).toString('base64'),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  });

const quotedPrintable = { headers: ['Content-Transfer-Encoding: quoted-printable'] };

// IN-29
test.each<[string, () => (string | Buffer)[]]>([
  ['the same bytes', () => [order(), order()]],
  ['three times', () => [order(), order(), order()]],
  ['other trace headers', () => [order(), `Received: from mx2.example.com\r\nX-Spam-Score: 1\r\n${order()}`]],
  ['other line breaks', () => [order(), order().replaceAll('\r\n', '\n')]],
  ['other white space', () => [order(), order({ body: 'Two boxes,  please. \r\n\r\n\r\n' })]],
  [
    'another transfer encoding',
    () => [order(), order({ ...quotedPrintable, body: 'Two =\r\nboxes,=20\r\nplease.' })],
  ],
  ['another composition of accents', () => [order({ body: 'Café' }), order({ body: 'Cafe\u0301' })]],
  ['an escaped line', () => [order({ body: 'Hi\r\nFrom Kim' }), order({ body: 'Hi\r\n>From Kim' })]],
  ['another display name', () => [order(), order({ from: '"Kim (Sales)" <KIM@example.com>' })]],
  ['another Date', () => [order(), order({ date: 'Mon, 02 Nov 2026 09:00:00 +0000' })]],
  ['another subject tag', () => [order(), order({ subject: '[list] Order' })]],
  ['another boundary', () => [multipart('one', 'PDF'), multipart('two', 'PDF')]],
])('a copy with %s is stored and published once', async (_, mails) => {
  await receive(...mails());

  expect(await counts()).toEqual({ stored: 1, published: 1 });
});

// IN-29
test.each<[string, () => (string | Buffer)[]]>([
  ['other words', () => [order(), order({ body: 'Three boxes, please.' })]],
  ['another sender', () => [order(), order({ from: 'lee@example.com' })]],
  ['another Message-ID', () => [order(), order({ messageId: '<order-2@example.com>' })]],
  ['no Message-ID', () => [rawMail({ to: workspace.from }), rawMail({ to: workspace.from })]],
  ['another attachment', () => [multipart('one', 'PDF 1'), multipart('one', 'PDF 2')]],
  ['another attachment name', () => [multipart('one', 'PDF'), multipart('one', 'PDF', 'invoice.pdf')]],
  ['one attachment less', () => [multipart('one', 'PDF'), order({ body: 'Two boxes, please.' })]],
])('a message with %s is a message of its own', async (_, mails) => {
  await receive(...mails());

  expect(await counts()).toEqual({ stored: 2, published: 2 });
});

test('copies of messages that share a Message-ID are each stored once', async () => {
  const other = order({ body: 'Three boxes, please.' });

  await receive(order(), other, other, order(), other);

  expect(await counts()).toEqual({ stored: 2, published: 2 });
});

test('an email to two addresses of the workspace is stored once, with one or two notifications', async () => {
  const second = workspace.from.replace(/^[^@]+/, 'second');

  await inject(order({ to: `${workspace.from}, ${second}` }), [workspace.from, second]);
  await Promise.all([workspace.from, second].map((address) => inject(order({ to: second }), address)));
  await service.settle();

  expect(await counts()).toEqual({ stored: 1, published: 1 });
});

test('an email to two workspaces is stored in each, and its copies in neither', async () => {
  const other = await createTestWorkspace(service);

  for (let time = 0; time < 2; time++) {
    await inject(order(), [workspace.from, other.from]);
    await service.settle();
  }

  expect(await counts()).toEqual({ stored: 1, published: 1 });
  expect(await threadsOf(other)).toMatchObject([{ message_count: 1 }]);
});

test('a copy changes neither the thread nor its state', async () => {
  await receive(order());
  const [thread] = await threadsOf(workspace);
  await workspace.api('POST', `/v1/threads/${thread.id}/handled`);
  const handled = await threadsOf(workspace);

  await receive(order());

  expect(await threadsOf(workspace)).toEqual(handled);
});

test('a copy of a reply, and of a message that its reply preceded, are stored once', async () => {
  const reply = rawMail({
    to: workspace.from,
    messageId: '<order-2@example.com>',
    inReplyTo: messageId,
    body: 'Make it three.',
  });

  await receive(reply, order(), reply, order());

  expect(await counts()).toEqual({ stored: 2, published: 2 });
  expect(await threadsOf(workspace)).toHaveLength(1);
});

// IN-29
test('a message that repeats after seven days is a message of its own, and its copies are not', async () => {
  const almostMs = 7 * 86_400_000 - 60_000;
  await receive(order());
  await service.advance(almostMs);
  await receive(order());
  const within = await counts();
  await service.advance(120_000);
  await receive(order(), order());

  expect(within).toEqual({ stored: 1, published: 1 });
  expect(await counts()).toEqual({ stored: 2, published: 2 });
}, 120_000);

test('ten simultaneous copies of a large message are stored once, and leave one content', async () => {
  const fault = { service: 'dynamodb', operation: 'TransactWriteItems', function: 'receiveMail' };
  await service.control('POST', '/faults', { ...fault, delay_ms: 500 });
  const large = order({ headers: ['Content-Type: text/html'], body: largeHtml() });

  await Promise.all(Array.from({ length: 10 }, () => inject(large)));
  await service.settle();
  await service.control('DELETE', '/faults');

  expect(await counts()).toEqual({ stored: 1, published: 1 });
  const contents = storedObjects(service, 'content').filter(({ key }) =>
    key.startsWith(`inbound/${workspace.workspaceId}`),
  );
  expect(contents).toHaveLength(1);
  expect(deadLetters(service)).toEqual([]);
});

test.each([
  { operation: 'TransactWriteItems', crash: 'before' },
  { operation: 'TransactWriteItems', crash: 'after' },
  { operation: 'PutItem', crash: 'after' },
])('a worker that dies $crash $operation loses no message and stores no copy', async (fault) => {
  await service.control('POST', '/faults', {
    ...fault,
    service: 'dynamodb',
    function: 'receiveMail',
    times: 1,
  });

  await Promise.all([inject(order()), inject(order())]);
  await service.settle();
  await service.advance(361_000);

  expect(await counts()).toEqual({ stored: 1, published: 1 });
  expect(deadLetters(service)).toEqual([]);
});
