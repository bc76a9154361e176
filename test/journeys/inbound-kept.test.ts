import { createTransport } from 'nodemailer';
import { anEmail } from '../support/factories';
import { queuedMessages, storedObjects } from '../support/journal';
import { Service } from '../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
}, 60_000);

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

/** Mail that arrived and waits for who reads it: what SES stored, and the notice that it did. */
function kept(subject: string) {
  const objects = storedObjects(service, 'InboundMail').filter(({ bytes }) => bytes.includes(subject));
  const notices = queuedMessages(service).flatMap(({ queueArn, body }) =>
    queueArn.includes('Inbound') && body.includes(subject) ? [JSON.parse(body)] : [],
  );
  return { objects, notices };
}

async function arrives(
  query: string,
  raw: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.at.console}/control/inbound?${query}`, {
    method: 'POST',
    body: raw,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('mail that arrives is kept byte for byte, with a notice that finds it and says who it is for', async () => {
  const raw = rawMail('Kept as it is');
  const query = 'mail_from=bounce@example.com&rcpt=desk@mail.local.test&spf=PASS&dkim=FAIL&spam=GRAY';

  const { status, body } = await arrives(query, raw);

  const { objects, notices } = kept('Kept as it is');
  expect({ status, body }).toEqual({
    status: 202,
    body: { receipt_id: expect.stringMatching(/^[0-9a-v]{40}$/) },
  });
  expect(objects.map(({ bytes }) => bytes.toString())).toEqual([raw]);
  expect(objects[0]?.key).toBe(`inbound/${String(body.receipt_id)}`);
  expect(notices).toMatchObject([
    {
      notificationType: 'Received',
      mail: {
        source: 'bounce@example.com',
        destination: ['desk@mail.local.test'],
        messageId: body.receipt_id,
      },
      receipt: {
        recipients: ['desk@mail.local.test'],
        spfVerdict: { status: 'PASS' },
        dkimVerdict: { status: 'FAIL' },
        spamVerdict: { status: 'GRAY' },
        action: { type: 'S3', objectKey: objects[0]?.key },
      },
    },
  ]);
});

test('a verdict that is left out is not reported, and several recipients share one mail', async () => {
  await arrives('mail_from=&rcpt=a@mail.local.test&rcpt=b@mail.local.test', rawMail('Nothing reported'));

  const { notices } = kept('Nothing reported');
  expect(notices).toHaveLength(1);
  expect(notices[0].mail.source).toBe('');
  expect(notices[0].receipt.recipients).toEqual(['a@mail.local.test', 'b@mail.local.test']);
  expect(Object.keys(notices[0].receipt).filter((name) => name.endsWith('Verdict'))).toEqual([]);
});

test('a verdict that SES does not know is refused, and nothing is kept', async () => {
  const answer = await arrives('mail_from=&rcpt=a@mail.local.test&spf=MAYBE', rawMail('Never kept'));

  expect(answer).toEqual({ status: 400, body: { error: { message: expect.stringContaining('spf') } } });
  expect(kept('Never kept')).toEqual({ objects: [], notices: [] });
});

test('mail by SMTP is kept before it is acknowledged, with what SES adds on top', async () => {
  const transport = createTransport({
    ...service.at.smtp,
    name: 'mx.example.com',
    tls: { rejectUnauthorized: false },
  });

  const { response } = await transport.sendMail({
    from: 'kim@example.com',
    to: 'desk@mail.local.test',
    subject: 'By SMTP',
    text: 'Hello',
  });
  transport.close();

  const { objects, notices } = kept('By SMTP');
  const [header = ''] = objects.map(({ bytes }) => bytes.toString());
  expect(response).toMatch(/^250 /);
  expect(header).toMatch(/^Received: /m);
  expect(header).toMatch(/^Authentication-Results: amazonses\.com;/m);
  expect(notices).toMatchObject([{ receipt: { recipients: ['desk@mail.local.test'] } }]);
});

test('mail to a domain that is not ours is refused by SMTP, and not kept', async () => {
  const transport = createTransport({
    ...service.at.smtp,
    name: 'mx.example.com',
    tls: { rejectUnauthorized: false },
  });

  const sending = transport.sendMail({
    from: 'kim@example.com',
    to: 'desk@elsewhere.example',
    subject: 'Not ours',
    text: 'Hello',
  });

  await expect(sending).rejects.toThrow(/55\d/);
  transport.close();
  expect(kept('Not ours')).toEqual({ objects: [], notices: [] });
});

test('mail from one of our domains to another comes back as inbound mail', async () => {
  const sent = await service.api('POST', '/v1/emails', {
    body: anEmail({ to: 'desk@news.local.test', subject: 'To ourselves' }),
  });
  await service.settle();

  const { objects, notices } = kept('To ourselves');
  expect(sent.status).toBe(202);
  expect(objects).toHaveLength(1);
  expect(notices).toMatchObject([
    { receipt: { recipients: ['desk@news.local.test'], dkimVerdict: { status: 'PASS' } } },
  ]);
});

test('what is kept outlives a power cut', async () => {
  await arrives('mail_from=kim@example.com&rcpt=desk@mail.local.test', rawMail('Before the cut'));
  const before = kept('Before the cut');

  await service.killHard();
  service = await Service.start(service.dataDir);

  expect(kept('Before the cut')).toEqual(before);
  expect(before.notices).toHaveLength(1);
}, 60_000);
