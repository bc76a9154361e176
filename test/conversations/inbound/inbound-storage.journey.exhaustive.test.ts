import { createTransport } from 'nodemailer';
import { anEmail } from '../../support/factories';
import { deadLetters, storedObjects } from '../../support/journal';
import { Service, type ApiResponse } from '../../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

const buildRawMail = (subject: string): string =>
  [
    'From: Kim <kim@example.com>',
    'To: desk@mail.local.test',
    `Subject: ${subject}`,
    'Message-ID: <one@example.com>',
    '',
    'Naïve café.',
    '',
  ].join('\r\n');

/** Returns the raw messages with this subject in the inbound bucket. */
const storedRawMails = (subject: string) =>
  storedObjects(service, 'InboundMail').filter(({ bytes }) => bytes.includes(subject));

/** Returns the received messages with this subject in all workspaces. */
async function listInboundMessages(subject: string): Promise<ApiResponse['body'][]> {
  await service.settle();
  const { body } = await service.api('GET', '/v1/threads?limit=200');
  const threads = await Promise.all(
    body.data.map(({ id }: { id: string }) => service.api('GET', `/v1/threads/${id}`)),
  );
  return threads
    .flatMap((thread) => thread.body.messages)
    .filter((message) => message.direction === 'inbound' && message.subject === subject);
}

async function deliverInboundMail(
  query: string,
  raw: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.metadata.console}/control/inbound?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'message/rfc822' },
    body: raw,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const createSmtpTransport = () =>
  createTransport({ ...service.metadata.smtp, name: 'mx.example.com', tls: { rejectUnauthorized: false } });

test('an inbound message is stored byte for byte and listed with its verdicts', async () => {
  const raw = buildRawMail('Kept as it is');
  const query = 'mail_from=bounce@example.com&rcpt=desk@mail.local.test&spf=PASS&dkim=FAIL&spam=GRAY';

  const { status, body } = await deliverInboundMail(query, raw);

  expect({ status, body }).toEqual({
    status: 202,
    body: { receipt_id: expect.stringMatching(/^[0-9a-v]{40}$/) },
  });
  expect(storedRawMails('Kept as it is')).toEqual([
    { key: `inbound/${String(body.receipt_id)}`, bytes: Buffer.from(raw) },
  ]);
  expect(await listInboundMessages('Kept as it is')).toMatchObject([
    {
      from: 'kim@example.com',
      to: ['desk@mail.local.test'],
      text: 'Naïve café.',
      automated: false,
      sender_authenticated: false,
      spf_verdict: 'PASS',
      dkim_verdict: 'FAIL',
      dmarc_verdict: null,
      spam_verdict: 'GRAY',
      virus_verdict: null,
    },
  ]);
});

test('a missing verdict is null, and several recipients share one raw message', async () => {
  await deliverInboundMail(
    'mail_from=kim@example.com&rcpt=a@mail.local.test&rcpt=b@mail.local.test',
    buildRawMail('Shared'),
  );

  const [message, ...others] = await listInboundMessages('Shared');
  expect(others).toEqual([]);
  expect(storedRawMails('Shared')).toHaveLength(1);
  for (const name of ['spf', 'dkim', 'dmarc', 'spam', 'virus']) expect(message[`${name}_verdict`]).toBeNull();
});

test('a message with an unknown verdict is refused and not stored', async () => {
  const result = await deliverInboundMail(
    'mail_from=&rcpt=a@mail.local.test&spf=MAYBE',
    buildRawMail('Never kept'),
  );

  expect(result).toEqual({ status: 400, body: { error: { message: expect.stringContaining('spf') } } });
  expect([storedRawMails('Never kept'), await listInboundMessages('Never kept')]).toEqual([[], []]);
});

test('a message over SMTP is stored before it is acknowledged, with the headers that SES adds', async () => {
  const transport = createSmtpTransport();

  const { response } = await transport.sendMail({
    from: 'kim@example.com',
    to: 'desk@mail.local.test',
    subject: 'By SMTP',
    text: 'Hello',
  });
  transport.close();

  const [object, ...others] = storedRawMails('By SMTP');
  const raw = object?.bytes.toString() ?? '';
  expect(response).toMatch(/^250 /);
  expect(others).toEqual([]);
  expect(raw).toMatch(/^Received: /m);
  expect(raw).toMatch(/^Authentication-Results: amazonses\.com;/m);
  const [message] = await listInboundMessages('By SMTP');
  expect(message).toMatchObject({ from: 'kim@example.com', to: ['desk@mail.local.test'], text: 'Hello' });
  for (const name of ['spf', 'dkim', 'dmarc', 'spam', 'virus'])
    expect(message[`${name}_verdict`]).toMatch(/^(PASS|FAIL|GRAY|PROCESSING_FAILED)$/);
});

test('a message to a foreign domain is refused over SMTP and not stored', async () => {
  const transport = createSmtpTransport();

  const sending = transport.sendMail({
    from: 'kim@example.com',
    to: 'desk@elsewhere.example',
    subject: 'Not ours',
    text: 'Hello',
  });

  await expect(sending).rejects.toThrow(/55\d/);
  transport.close();
  expect(storedRawMails('Not ours')).toEqual([]);
});

// L-8
test('an email from one domain of the workspace to another domain arrives as an inbound message', async () => {
  const sent = await service.api('POST', '/v1/emails', {
    body: anEmail({ to: 'desk@news.local.test', subject: 'To ourselves' }),
  });

  expect(sent.status).toBe(202);
  expect(await listInboundMessages('To ourselves')).toMatchObject([
    {
      from: 'desk@mail.local.test',
      to: ['desk@news.local.test'],
      dkim_verdict: 'PASS',
      dmarc_verdict: 'PASS',
      sender_authenticated: true,
    },
  ]);
  expect(storedRawMails('To ourselves')).toHaveLength(1);
});

test('stored raw messages and records survive a power cut', async () => {
  await deliverInboundMail(
    'mail_from=kim@example.com&rcpt=desk@mail.local.test',
    buildRawMail('Before the cut'),
  );
  const before = [storedRawMails('Before the cut'), await listInboundMessages('Before the cut')];

  await service.killHard();
  service = await Service.start(service.dataDir);

  expect([storedRawMails('Before the cut'), await listInboundMessages('Before the cut')]).toEqual(before);
  expect(before.map((found) => found.length)).toEqual([1, 1]);
});

test('a message that was acknowledged right before a power cut is processed once after the restart', async () => {
  const subjects = Array.from({ length: 10 }, (_, index) => `At the cut ${index}`);
  const query = 'mail_from=kim@example.com&rcpt=desk@mail.local.test';
  await Promise.all(subjects.map((subject) => deliverInboundMail(query, buildRawMail(subject))));

  await service.killHard();
  service = await Service.start(service.dataDir);
  // SQS redelivers interrupted notifications after their visibility timeout.
  await service.advance(15 * 60_000);

  for (const subject of subjects) {
    expect([storedRawMails(subject).length, (await listInboundMessages(subject)).length]).toEqual([1, 1]);
  }
  expect(deadLetters(service)).toEqual([]);
});
