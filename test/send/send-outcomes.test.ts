import { headerLines, readOutboxMail, refusalOf } from '../support/api-helpers';
import { anId, aTimestamp } from '../support/matchers';
import {
  type TestWorkspace,
  createTestWorkspace,
  randomAddress,
  numberedAddresses,
} from '../support/test-workspace';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

/** Returns the response to an email that is sent immediately, with overrides. */
const sendResponse = (overrides: Record<string, unknown> = {}) => ({
  id: anId,
  status: 'sent',
  thread_id: anId,
  scheduled_at: null,
  skipped: false,
  reason: null,
  approval_id: null,
  ...overrides,
});

describe('the send response has seven fields', () => {
  // E-41
  test('for a sent email', async () => {
    const { status, body } = await workspace.send();

    expect(status).toBe(202);
    expect(body).toEqual(sendResponse());
    expect(await workspace.getEmail(body.id)).toMatchObject({ scheduled_at: null, sent_at: aTimestamp });
  });

  // E-42
  test('for a scheduled email, including the due time', async () => {
    const { status, body } = await workspace.send({ scheduled_at: '2099-12-24T18:00:00+01:00' });

    expect(status).toBe(202);
    expect(body).toEqual(sendResponse({ status: 'scheduled', scheduled_at: '2099-12-24T17:00:00.000Z' }));
    expect(await workspace.getEmail(body.id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2099-12-24T17:00:00.000Z',
      provider_message_id: null,
      sent_at: null,
      events: [],
    });
    expect([await workspace.outbox(), await workspace.getEmailsUsed()]).toEqual([[], 0]);
  });

  // K-33
  test('for a held draft, which the log shows as queued', async () => {
    const key = await workspace.createGuardedKey({ requires_approval: true });

    const { status, body } = await workspace.send({}, key);

    expect(status).toBe(202);
    expect(body).toEqual(sendResponse({ status: 'pending_approval', approval_id: anId }));
    expect(await workspace.getEmail(body.id)).toMatchObject({
      status: 'queued',
      scheduled_at: null,
      sent_at: null,
      events: [],
    });
    expect([await workspace.outbox(), await workspace.getEmailsUsed()]).toEqual([[], 0]);
  });

  // E-42, K-33
  test('for a held draft with a due time', async () => {
    const key = await workspace.createGuardedKey({ requires_approval: true });

    const { body } = await workspace.send({ scheduled_at: '2099-12-24T18:00:00Z' }, key);

    const scheduled_at = '2099-12-24T18:00:00.000Z';
    expect(body).toEqual(sendResponse({ status: 'pending_approval', approval_id: anId, scheduled_at }));
    expect(await workspace.getEmail(body.id)).toMatchObject({ status: 'queued', scheduled_at });
  });

  // E-43
  test('for each retry without an Idempotency-Key, which holds another draft', async () => {
    const key = await workspace.createGuardedKey({ requires_approval: true });

    const [first, second] = [await workspace.sendAccepted({}, key), await workspace.sendAccepted({}, key)];

    expect(first.approval_id).not.toBe(second.approval_id);
    expect((await workspace.api('GET', '/v1/approvals')).body.data).toHaveLength(2);
  });

  // E-39, E-42
  test('for a skipped email, even with remaining copies and a due time', async () => {
    await workspace.suppress('gone@example.com', { reason: 'list_hygiene' });
    const key = await workspace.createGuardedKey({ requires_approval: true });
    const overrides = { to: 'Gone <Gone@Example.com>', cc: ['li@example.com'], scheduled_at: 'in 2 hours' };

    const { status, body } = await workspace.send(overrides, key);

    expect(status).toBe(202);
    expect(body).toEqual(
      sendResponse({ status: 'rejected', thread_id: null, skipped: true, reason: 'suppressed:list_hygiene' }),
    );
    expect(await workspace.getEmail(body.id)).toMatchObject({
      status: 'rejected',
      to: ['Gone@Example.com'],
      scheduled_at: null,
      events: [],
    });
    expect((await workspace.api('GET', '/v1/approvals')).body.data).toEqual([]);
    expect((await workspace.api('GET', '/v1/threads')).body.data).toEqual([]);
    expect([await workspace.outbox(), await workspace.getEmailsUsed()]).toEqual([[], 0]);
  });
});

describe('dropped recipients', () => {
  // E-40
  test.each(['hard_bounce', 'complaint', 'unsubscribe', 'manual', 'list_hygiene'])(
    'have the kind of suppression in the reason: %s',
    async (reason) => {
      await workspace.suppress('gone@example.com', { reason });

      expect(await workspace.sendAccepted({ to: 'gone@example.com' })).toMatchObject({
        reason: `suppressed:${reason}`,
      });
    },
  );

  // S-21, SU-2
  test('do not include transactional recipients who are suppressed only for marketing', async () => {
    await workspace.suppress('kim@example.com', { scope: 'marketing', reason: 'unsubscribe' });

    const mail = await workspace.sendAccepted();
    const marketingMail = await workspace.sendAccepted({ risk_class: 'marketing' });

    expect(mail).toMatchObject({ status: 'sent' });
    expect(marketingMail).toMatchObject({ status: 'rejected', reason: 'suppressed:unsubscribe' });
  });

  // SU-2
  test('do not include marketing recipients who are suppressed only for transactional email', async () => {
    await workspace.suppress('kim@example.com', { scope: 'transactional' });

    const mail = await workspace.sendAccepted();
    const marketingMail = await workspace.sendAccepted({ risk_class: 'marketing' });

    expect([mail.reason, marketingMail.status]).toEqual(['suppressed:manual', 'sent']);
  });

  // E-37
  test('have the broader of two suppressions as the reason until it is lifted', async () => {
    await workspace.suppress('kim@example.com', { scope: 'transactional', reason: 'list_hygiene' });
    await workspace.suppress('kim@example.com', { scope: 'all', reason: 'complaint' });

    const both = await workspace.sendAccepted();
    await workspace.api('DELETE', '/v1/suppressions/kim@example.com?scope=all');
    const narrower = await workspace.sendAccepted();

    expect([both.reason, narrower.reason]).toEqual(['suppressed:complaint', 'suppressed:list_hygiene']);
  });

  // E-37
  test('have the first of several reasons in the order suppression, topic, domain', async () => {
    await Promise.all([
      workspace.createTopic('offers', { default_subscribed: false }),
      workspace.suppress('kim@dead.invalid'),
    ]);
    const to = 'kim@dead.invalid';

    const all = await workspace.sendAccepted({ to, topic: 'offers' });
    await workspace.api('DELETE', `/v1/suppressions/${to}`);
    const topic = await workspace.sendAccepted({ to, topic: 'offers' });
    await workspace.setTopicPreference(to, 'offers', true);
    const domain = await workspace.sendAccepted({ to: 'kim@DEAD.invalid', topic: 'offers' });

    expect([all.reason, topic.reason, domain.reason]).toEqual([
      'suppressed:manual',
      'unsubscribed_from_topic:offers',
      'undeliverable_domain:dead.invalid',
    ]);
  });

  // E-40
  test('have the reason of the first address in the request', async () => {
    await workspace.suppress('gone@example.com');

    const domainFirst = await workspace.sendAccepted({ to: ['kim@dead.invalid', 'gone@example.com'] });
    const suppressedFirst = await workspace.sendAccepted({ to: ['gone@example.com', 'kim@dead.invalid'] });

    expect([domainFirst.reason, suppressedFirst.reason]).toEqual([
      'undeliverable_domain:dead.invalid',
      'suppressed:manual',
    ]);
    expect((await workspace.getEmail(domainFirst.id)).to).toEqual(['kim@dead.invalid', 'gone@example.com']);
  });

  // E-33, E-35
  test('are removed from `to`, `cc` and `bcc` for individual reasons, and only the remaining recipients are mailed and counted', async () => {
    await Promise.all([workspace.createTopic('offers'), workspace.suppress('gone@example.com')]);
    await workspace.setTopicPreference('Out@example.com', 'offers', false);
    const dropped = ['gone@example.com', 'out@example.com', 'kim@dead.invalid'];

    const sent = await workspace.sendAccepted({
      to: ['Kim <kim@example.com>', ...dropped],
      cc: [...dropped, 'li@example.com'],
      bcc: [...dropped, 'bo@example.com'],
      topic: 'offers',
    });
    const mail = await readOutboxMail(service, sent.id);

    expect(sent).toEqual(sendResponse());
    expect(mail).toMatchObject({ to: ['kim@example.com'], cc: ['li@example.com'], bcc: ['bo@example.com'] });
    expect(mail.raw.toString()).not.toMatch(/gone@|out@|dead\.invalid/i);
    expect((await workspace.getEmail(sent.id)).to).toEqual(['kim@example.com']);
    expect(await workspace.getEmailsUsed()).toBe(3);
  });

  test('in `cc` do not stop the email', async () => {
    await workspace.suppress('gone@example.com');

    const sent = await workspace.sendAccepted({ cc: ['gone@example.com'], bcc: ['kim@dead.invalid'] });

    expect(await readOutboxMail(service, sent.id)).toMatchObject({
      to: ['kim@example.com'],
      cc: [],
      bcc: [],
    });
  });

  // E-16
  test('count toward the limit of fifty recipients', async () => {
    await workspace.suppress('gone@example.com');

    const response = await workspace.send({ to: numberedAddresses(50), cc: ['gone@example.com'] });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
  });
});

describe('a topic', () => {
  // E-38
  test('that is off by default is mailed only to recipients who subscribed to the topic', async () => {
    await workspace.createTopic('beta', { default_subscribed: false });
    await workspace.setTopicPreference('kim@example.com', 'beta', true);

    const chosen = await workspace.sendAccepted({ topic: 'beta' });
    const silent = await workspace.sendAccepted({ to: 'li@example.com', topic: 'beta' });

    expect(chosen.status).toBe('sent');
    expect(silent).toMatchObject({ status: 'rejected', reason: 'unsubscribed_from_topic:beta' });
  });

  test('that a recipient opted out of does not stop email without a topic or with another topic', async () => {
    await Promise.all([workspace.createTopic('offers'), workspace.createTopic('news')]);
    await workspace.setTopicPreference('kim@example.com', 'offers', false);

    const responses = [
      await workspace.sendAccepted({ topic: 'offers' }),
      await workspace.sendAccepted({ topic: 'news' }),
      await workspace.sendAccepted(),
    ];

    expect(responses.map(({ status }) => status)).toEqual(['rejected', 'sent', 'sent']);
  });
});

describe('the recipient domain', () => {
  const setDns = (name: string, records: unknown) => service.control('PUT', `/dns/${name}`, records);

  test.each([
    ['does not exist', { error: 'NXDOMAIN' }, 'rejected'],
    ['has neither an MX record nor an address', { TXT: ['x'] }, 'rejected'],
    ['has a null MX record', { MX: [{ exchange: '', priority: 0 }], A: ['93.184.216.34'] }, 'rejected'],
    ['has an address but no MX record', { A: ['93.184.216.34'] }, 'sent'],
    ['has an IPv6 address but no MX record', { AAAA: ['2606:2800:220:1::1'] }, 'sent'],
    ['has a failing DNS lookup', { error: 'SERVFAIL' }, 'sent'],
  ])('that %s (DNS: %j) results in the status %s', async (_description, records, status) => {
    const name = `${randomAddress().slice(0, 8)}.example`;
    await setDns(name, records);

    const response = await workspace.sendAccepted({ to: `kim@${name}` });

    expect(response).toMatchObject({
      status,
      reason: status === 'sent' ? null : `undeliverable_domain:${name}`,
    });
  });
});

describe('marketing email', () => {
  const sendMarketing = (overrides: Record<string, unknown> = {}) =>
    workspace.sendAccepted({ risk_class: 'marketing', html: '<p>News</p>', text: 'News', ...overrides });

  // E-8, E-51
  test('contains the unsubscribe link and the postal address and has no thread', async () => {
    const sent = await sendMarketing();
    const { raw, parsed } = await readOutboxMail(service, sent.id);

    expect(sent).toEqual(sendResponse({ thread_id: null }));
    expect(await workspace.getEmail(sent.id)).toMatchObject({ risk_class: 'marketing' });
    expect((await workspace.api('GET', '/v1/threads')).body.data).toEqual([]);
    for (const part of [parsed.text, String(parsed.html)]) {
      expect(part).toContain('1 Main Street, Springfield');
      expect(part).toContain(unsubscribeLink(raw));
    }
    expect(headerLines(raw)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  // E-51
  test('has a link that unsubscribes from marketing or, with a topic, only from the topic', async () => {
    await workspace.createTopic('offers');
    const [whole, topical] = [
      await sendMarketing(),
      await sendMarketing({ to: 'li@example.com', topic: 'offers' }),
    ];

    await postOneClickUnsubscribe(whole.id);
    await postOneClickUnsubscribe(topical.id);

    expect(await sendMarketing()).toMatchObject({ reason: 'suppressed:unsubscribe' });
    expect((await workspace.sendAccepted()).status).toBe('sent');
    expect(await sendMarketing({ to: 'li@example.com', topic: 'offers' })).toMatchObject({
      reason: 'unsubscribed_from_topic:offers',
    });
    expect(await sendMarketing({ to: 'li@example.com' })).toMatchObject({ status: 'sent' });
  });

  // E-50
  test.each([
    ['two in to', { to: ['kim@example.com', 'li@example.com'] }],
    ['a copy', { cc: ['li@example.com'] }],
    ['a blind copy', { bcc: ['li@example.com'] }],
  ])('must have exactly one recipient, so %s is refused', async (_description, overrides) => {
    const response = await workspace.send({ risk_class: 'marketing', ...overrides });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(await workspace.listEmails()).toEqual([]);
  });

  // DM-5, E-48
  test('requires a domain that is verified for marketing', async () => {
    const response = await workspace.send({ risk_class: 'marketing', from: workspace.from });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect(response.body.error.message).toMatch(/^No verified marketing sending domain for /);
  });
});

/** Returns the link in the List-Unsubscribe header. */
const unsubscribeLink = (raw: Buffer): string =>
  /^List-Unsubscribe: <([^>]+)>/m.exec(headerLines(raw).join('\n'))?.[1] ?? '';

async function postOneClickUnsubscribe(id: string): Promise<void> {
  const response = await fetch(unsubscribeLink((await readOutboxMail(service, id)).raw), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBeLessThan(300);
}

describe('transactional email', () => {
  // E-54
  test('with a topic and one recipient contains the unsubscribe link of the topic and requires no postal address', async () => {
    await workspace.createTopic('offers', { name: 'Special offers' });
    await workspace.updateWorkspace({ postal_address: null });

    const sent = await workspace.sendAccepted({ topic: 'offers', html: '<p>Hi</p>' });
    const { raw, parsed } = await readOutboxMail(service, sent.id);
    await postOneClickUnsubscribe(sent.id);

    for (const part of [parsed.text, String(parsed.html)]) {
      expect(part).toContain('Unsubscribe from Special offers');
      expect(part).toContain(unsubscribeLink(raw));
    }
    expect(await workspace.sendAccepted({ topic: 'offers' })).toMatchObject({
      reason: 'unsubscribed_from_topic:offers',
    });
    expect((await workspace.sendAccepted()).status).toBe('sent');
  });

  // E-55
  test.each([
    ['with a topic and two recipients', { to: ['kim@example.com', 'li@example.com'], topic: 'offers' }],
    ['with a topic and a copy', { cc: ['li@example.com'], topic: 'offers' }],
    ['with a topic and a blind copy', { bcc: ['li@example.com'], topic: 'offers' }],
    ['without a topic', {}],
  ])('%s is sent without an unsubscribe link', async (_description, overrides) => {
    await workspace.createTopic('offers');

    const { raw, parsed } = await readOutboxMail(service, (await workspace.sendAccepted(overrides)).id);

    expect(parsed.text?.trim()).toBe('It works.');
    expect(headerLines(raw).filter((line) => /^List-/i.test(line))).toEqual([]);
  });
});
