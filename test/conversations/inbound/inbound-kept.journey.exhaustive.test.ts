import { createTransport } from 'nodemailer';
import { anEmail } from '../../support/factories';
import { deadLetters, storedObjects } from '../../support/journal';
import { Service, type Answer } from '../../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

const rawMail = (subject: string): string =>
  [
    'From: Kim <kim@example.com>',
    'To: desk@mail.local.test',
    `Subject: ${subject}`,
    'Message-ID: <one@example.com>',
    '',
    'Naïve café.',
    '',
  ].join('\r\n');

/** What the provider's bucket holds of a mail. */
const kept = (subject: string) =>
  storedObjects(service, 'InboundMail').filter(({ bytes }) => bytes.includes(subject));

/** The received messages with this subject, wherever they are shown. */
async function shown(subject: string): Promise<Answer['body'][]> {
  await service.settle();
  const { body } = await service.api('GET', '/v1/threads?limit=200');
  const threads = await Promise.all(
    body.data.map(({ id }: { id: string }) => service.api('GET', `/v1/threads/${id}`)),
  );
  return threads
    .flatMap((thread) => thread.body.messages)
    .filter((message) => message.direction === 'inbound' && message.subject === subject);
}

async function arrives(
  query: string,
  raw: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.at.console}/control/inbound?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'message/rfc822' },
    body: raw,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const bySmtp = () =>
  createTransport({ ...service.at.smtp, name: 'mx.example.com', tls: { rejectUnauthorized: false } });

test('mail that arrives is kept byte for byte, and shown with what was found out about it', async () => {
  const raw = rawMail('Kept as it is');
  const query = 'mail_from=bounce@example.com&rcpt=desk@mail.local.test&spf=PASS&dkim=FAIL&spam=GRAY';

  const { status, body } = await arrives(query, raw);

  expect({ status, body }).toEqual({
    status: 202,
    body: { receipt_id: expect.stringMatching(/^[0-9a-v]{40}$/) },
  });
  expect(kept('Kept as it is')).toEqual([
    { key: `inbound/${String(body.receipt_id)}`, bytes: Buffer.from(raw) },
  ]);
  expect(await shown('Kept as it is')).toMatchObject([
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

test('a verdict that is left out is not reported, and several recipients share one mail', async () => {
  await arrives('mail_from=kim@example.com&rcpt=a@mail.local.test&rcpt=b@mail.local.test', rawMail('Shared'));

  const [message, ...others] = await shown('Shared');
  expect(others).toEqual([]);
  expect(kept('Shared')).toHaveLength(1);
  for (const name of ['spf', 'dkim', 'dmarc', 'spam', 'virus']) expect(message[`${name}_verdict`]).toBeNull();
});

test('a verdict that SES does not know is refused, and nothing is kept', async () => {
  const answer = await arrives('mail_from=&rcpt=a@mail.local.test&spf=MAYBE', rawMail('Never kept'));

  expect(answer).toEqual({ status: 400, body: { error: { message: expect.stringContaining('spf') } } });
  expect([kept('Never kept'), await shown('Never kept')]).toEqual([[], []]);
});

test('mail by SMTP is kept before it is acknowledged, with what SES adds on top', async () => {
  const transport = bySmtp();

  const { response } = await transport.sendMail({
    from: 'kim@example.com',
    to: 'desk@mail.local.test',
    subject: 'By SMTP',
    text: 'Hello',
  });
  transport.close();

  const [object, ...others] = kept('By SMTP');
  const raw = object?.bytes.toString() ?? '';
  expect(response).toMatch(/^250 /);
  expect(others).toEqual([]);
  expect(raw).toMatch(/^Received: /m);
  expect(raw).toMatch(/^Authentication-Results: amazonses\.com;/m);
  const [message] = await shown('By SMTP');
  expect(message).toMatchObject({ from: 'kim@example.com', to: ['desk@mail.local.test'], text: 'Hello' });
  for (const name of ['spf', 'dkim', 'dmarc', 'spam', 'virus'])
    expect(message[`${name}_verdict`]).toMatch(/^(PASS|FAIL|GRAY|PROCESSING_FAILED)$/);
});

test('mail to a domain that is not ours is refused by SMTP, and not kept', async () => {
  const transport = bySmtp();

  const sending = transport.sendMail({
    from: 'kim@example.com',
    to: 'desk@elsewhere.example',
    subject: 'Not ours',
    text: 'Hello',
  });

  await expect(sending).rejects.toThrow(/55\d/);
  transport.close();
  expect(kept('Not ours')).toEqual([]);
});

test('mail from one of our domains to another comes back as inbound mail', async () => {
  const sent = await service.api('POST', '/v1/emails', {
    body: anEmail({ to: 'desk@news.local.test', subject: 'To ourselves' }),
  });

  expect(sent.status).toBe(202);
  expect(await shown('To ourselves')).toMatchObject([
    {
      from: 'desk@mail.local.test',
      to: ['desk@news.local.test'],
      dkim_verdict: 'PASS',
      dmarc_verdict: 'PASS',
      sender_authenticated: true,
    },
  ]);
  expect(kept('To ourselves')).toHaveLength(1);
});

test('what is kept and shown outlives a power cut', async () => {
  await arrives('mail_from=kim@example.com&rcpt=desk@mail.local.test', rawMail('Before the cut'));
  const before = [kept('Before the cut'), await shown('Before the cut')];

  await service.killHard();
  service = await Service.start(service.dataDir);

  expect([kept('Before the cut'), await shown('Before the cut')]).toEqual(before);
  expect(before.map((found) => found.length)).toEqual([1, 1]);
});

test('mail that was acknowledged in the moment of a power cut is read afterwards, once', async () => {
  const subjects = Array.from({ length: 10 }, (_, index) => `At the cut ${index}`);
  const query = 'mail_from=kim@example.com&rcpt=desk@mail.local.test';
  await Promise.all(subjects.map((subject) => arrives(query, rawMail(subject))));

  await service.killHard();
  service = await Service.start(service.dataDir);
  // What was being read is given out again when its visibility timeout has passed.
  await service.advance(15 * 60_000);

  for (const subject of subjects) {
    expect([kept(subject).length, (await shown(subject)).length]).toEqual([1, 1]);
  }
  expect(deadLetters(service)).toEqual([]);
});
