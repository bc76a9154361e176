import { randomBytes } from 'node:crypto';
import { receiveInboundMail, onlyReceivedMessage, onlyThread } from '../../support/inbound-mails';
import { deliverInboundMail } from '../../support/inbound-mail';
import { Service } from '../../support/service';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';

let service: Service;
let workspace: TestWorkspace;

beforeAll(async () => {
  service = await Service.start();
});

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

afterAll(() => service.stop());

const megabyte = 1_048_576;

/** Lambda's maximum response size. */
const responseMaxBytes = 6_291_556;

/** Returns `bytes` bytes of text that repeats one line. */
const linesOfText = (bytes: number, name: string): string => {
  const line = `${name} wrote this line, and has more to say than anybody would read.\r\n`;
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
};

const readThread = async () => {
  const [{ id }] = (await workspace.api('GET', '/v1/threads')).body.data;
  const response = await fetch(`${service.metadata.api}/v1/threads/${id}`, {
    headers: { Authorization: `Bearer ${workspace.key}` },
  });
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), body: JSON.parse(text) };
};

test('a message of 40 MB is received with its text', async () => {
  const head = [
    'From: kim@example.com',
    `To: ${workspace.from}`,
    'Subject: Large',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=frontier',
    '',
    '--frontier',
    'Content-Type: text/plain',
    '',
    'See the film.',
    '--frontier',
    'Content-Type: video/mp4; name=film.mp4',
    'Content-Disposition: attachment; filename=film.mp4',
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ].join('\r\n');
  const line = `${randomBytes(57).toString('base64')}\r\n`;
  const end = '--frontier--\r\n';
  const lines = line.repeat(Math.floor((40 * megabyte - head.length - end.length) / line.length));

  await deliverInboundMail(service, { recipients: workspace.from }, Buffer.from(`${head}${lines}${end}`));
  await service.settle();

  expect(await onlyReceivedMessage(workspace)).toMatchObject({ subject: 'Large', text: 'See the film.' });
});

test('a message with 3 MB of text is shown in a thread that fits into a response', async () => {
  const body = linesOfText(3 * megabyte, 'Kim');

  await receiveInboundMail(workspace, { body });

  const { status, bytes, body: shownThread } = await readThread();
  expect(status).toBe(200);
  expect(bytes).toBeLessThan(responseMaxBytes);
  expect(shownThread.messages).toMatchObject([{ text: expect.stringMatching(/^Kim wrote/) }]);
  expect(shownThread.messages[0].text.length).toBeGreaterThan(2.8 * megabyte);
});

test('if a thread exceeds the response limit, the newest messages have their text, and all messages are listed', async () => {
  const inReplyTo = '<first@example.com>';
  const mimeHeaders = { headers: ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'] };
  await receiveInboundMail(workspace, {
    messageId: inReplyTo,
    subject: 'mail 0',
    body: linesOfText(2 * megabyte, 'Kim'),
    ...mimeHeaders,
  });
  for (let index = 1; index < 9; index++) {
    await service.advance(1_000);
    const bytes = index < 8 ? 2 * megabyte : 1_000;
    await receiveInboundMail(workspace, {
      inReplyTo,
      subject: `mail ${index}`,
      body: linesOfText(bytes, 'Lee'),
      ...mimeHeaders,
    });
  }

  const { status, bytes, body } = await readThread();

  const messages: { subject: string; text: string | null; raw_text: string | null }[] = body.messages;
  expect(status).toBe(200);
  expect(bytes).toBeLessThan(responseMaxBytes);
  expect(body.message_count).toBe(9);
  expect(messages.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 9 }, (_, index) => `mail ${index}`),
  );
  expect(messages.slice(-2).map(({ text }) => text?.slice(0, 9))).toEqual(['Lee wrote', 'Lee wrote']);
  expect(messages.slice(0, 5).map(({ text, raw_text }) => [text, raw_text])).toEqual(
    Array.from({ length: 5 }, () => [null, null]),
  );
});

test('a small thread is shown completely, including HTML', async () => {
  await receiveInboundMail(workspace, {
    headers: ['MIME-Version: 1.0', 'Content-Type: text/html'],
    body: `<p>${'Hello. '.repeat(20_000)}</p>`,
  });

  const { messages } = await onlyThread(workspace);
  expect(messages[0].html.length).toBeGreaterThan(140_000);
  expect(messages[0].raw_text.length).toBeGreaterThan(139_000);
});
