import { startCarrierNest, type TestRuntime } from '../../packages/testing/src';
import { signatureHeader } from '../../shared/domain/platform/webhooks/sign';

let nest: TestRuntime;

beforeAll(async () => {
  nest = await startCarrierNest({ clone: '.', shared: false });
});

afterAll(() => nest.stop());

const email = (overrides: Record<string, unknown> = {}) => ({
  from: `Acme <hello@${nest.domain}>`,
  to: 'kim@example.com',
  subject: 'Welcome',
  text: 'Hello Kim',
  ...overrides,
});

test('an email in the outbox has its subject, texts, links, codes and attachments (TK-5)', async () => {
  await nest.client.sendEmail(
    email({
      to: 'parsed@example.com',
      subject: 'Confirm your address',
      html: '<p>Your code is <b>482 913</b>. <a href="https://app.example/confirm?t=123456">Confirm <i>now</i></a></p>',
      text: 'Your code is 482 913. https://app.example/confirm?t=123456 or https://app.example/help.',
      attachments: [{ filename: 'terms.txt', content: Buffer.from('Terms').toString('base64') }],
    }),
  );

  const { attachments, ...received } = await nest.outbox.waitFor({ to: 'PARSED@example.com' });
  expect(received).toMatchObject({
    subject: 'Confirm your address',
    text: expect.stringContaining('482 913'),
    html: expect.stringContaining('<b>482 913</b>'),
    links: [
      { url: 'https://app.example/confirm?t=123456', text: 'Confirm now' },
      { url: 'https://app.example/help', text: 'https://app.example/help' },
    ],
    codes: ['482913'],
    headers: { subject: 'Confirm your address' },
  });
  expect(attachments.map(({ filename, content }) => [filename, Buffer.from(content).toString()])).toEqual([
    ['terms.txt', 'Terms'],
  ]);
});

test('a workspace sees only its own email (TK-1)', async () => {
  const other = await nest.workspace();
  await other.client.sendEmail(email({ from: `hello@${other.domain}`, to: 'other@example.com' }));
  await other.outbox.waitFor({ to: 'other@example.com' });

  expect(await other.outbox.all()).toHaveLength(1);
  expect((await nest.outbox.all()).filter(({ to }) => to.includes('other@example.com'))).toEqual([]);
});

test('waitFor returns the newest match, or the next one after a given email (TK-7)', async () => {
  const { id } = await nest.client.sendEmail(email({ to: 'twice@example.com', subject: 'Code 1111' }));
  const first = await nest.outbox.waitFor({ message_id: id });
  const pending = nest.outbox.waitFor({ to: 'twice@example.com', after: first });
  await nest.client.sendEmail(email({ to: 'twice@example.com', subject: 'Code 2222' }));

  expect((await pending).codes).toEqual(['2222']);
  expect((await nest.outbox.waitFor({ to: 'twice@example.com', subject: /^Code/ })).codes).toEqual(['2222']);
});

test('at the timeout, the error of waitFor shows what arrived (TK-7)', async () => {
  const workspace = await nest.workspace();
  const waitForLou = () => workspace.outbox.waitFor({ to: 'lou@example.com' }, { timeoutMs: 1 });
  await expect(waitForLou()).rejects.toThrow(
    'No email matched { to: "lou@example.com" } within 1 ms. The outbox is empty',
  );

  await workspace.client.sendEmail(email({ from: `hello@${workspace.domain}` }));
  await workspace.outbox.waitFor();

  await expect(waitForLou()).rejects.toThrow(/The outbox has:\n {2}\S+ to kim@example\.com: "Welcome"$/);
});

test('a receiver gets the signed events of its workspace, and refuses others (TK-8)', async () => {
  const receiver = await nest.webhooks.receiver({ events: ['delivery', 'inbound'] });
  const { id } = await nest.client.sendEmail(email({ to: 'hooked@example.com' }));

  const delivery = await receiver.waitFor('delivery', {
    where: (event) => 'message_id' in event && event.message_id === id,
  });
  expect(delivery.type).toBe('delivery');

  const body = JSON.stringify({ ...delivery, type: 'bounce' });
  const headers = {
    'X-CN-Signature': signatureHeader(body, `${receiver.secret}x`, Math.floor(Date.now() / 1_000)),
  };
  expect((await fetch(receiver.url, { method: 'POST', body, headers })).status).toBe(400);
  expect(receiver.refused.map(({ reason }) => reason)).toEqual(['wrong_signature']);
  await expect(receiver.waitFor('inbound', { timeoutMs: 1 })).rejects.toThrow(
    /^No matching inbound event arrived within 1 ms\. These arrived: delivery.*, a refused request/,
  );
});

test('a reply arrives on the thread of the email it answers (TK-9)', async () => {
  const receiver = await nest.webhooks.receiver({ events: ['inbound'] });
  await nest.client.sendEmail(email({ to: 'replier@example.com' }));
  const sent = await nest.outbox.waitFor({ to: 'replier@example.com' });

  await nest.inbound({
    from: 'Replier <replier@example.com>',
    to: `hello@${nest.domain}`,
    subject: 'Re: Welcome',
    text: 'Thanks!',
    in_reply_to: sent,
    attachments: [{ filename: 'note.txt', content: 'A note' }],
  });

  const event = await receiver.waitFor('inbound');
  const thread = await nest.client.getThread('thread_id' in event ? event.thread_id : '');
  expect(thread.messages.map(({ direction }) => direction)).toEqual(['outbound', 'inbound']);
});

test('raw mail is delivered with its verdicts (TK-9)', async () => {
  const receiver = await nest.webhooks.receiver({ events: ['inbound'] });
  await nest.inbound({
    raw: `From: kim@example.com\r\nTo: raw@${nest.domain}\r\nSubject: Raw\r\n\r\nHello\r\n`,
    recipients: `raw@${nest.domain}`,
    mail_from: 'kim@example.com',
    verdicts: { spf: 'FAIL', dmarc: null },
  });

  expect(await receiver.waitFor('inbound')).toMatchObject({
    subject: 'Raw',
    spf_verdict: 'FAIL',
    dkim_verdict: 'PASS',
  });
});

test('moving the clock sends a scheduled email (TK-10)', async () => {
  const scheduled = email({ to: 'later@example.com', scheduled_at: 'in 3 days' });
  await nest.client.sendEmail(scheduled);
  await expect(nest.outbox.waitFor({ to: 'later@example.com' }, { timeoutMs: 1 })).rejects.toThrow();

  const before = await nest.clock.now();
  const after = await nest.clock.advance('3.5 days');

  expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(3.5 * 86_400_000);
  expect((await nest.outbox.waitFor({ to: 'later@example.com' })).subject).toBe('Welcome');
  await expect(nest.clock.advance('3 fortnights' as '3 days')).rejects.toThrow(
    'Not a duration: "3 fortnights". Give ms, or a text such as "90 minutes" or "3 days"',
  );
});

test('a fault fails the call, and a fault that AWS does not know is refused (TK-11)', async () => {
  await nest.faults.add({ service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected' });

  await expect(nest.client.sendEmail(email(), { retries: 0 })).rejects.toMatchObject({
    type: 'provider_error',
  });
  await nest.faults.clear();
  await expect(nest.faults.add({ service: 'sesv2', operation: 'SendMail', delay_ms: 1 })).rejects.toThrow(
    'operation: sesv2 has no SendMail',
  );
});
