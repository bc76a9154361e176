import { headerLines, mailOf, refusalOf } from '../support/arrange';
import { anId, aTime } from '../support/matchers';
import { type Actor, anActor, aPerson, people } from '../support/actor';
import { theService } from '../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

/** The answer to a send that is just sent, with what is different. */
const answerWith = (differences: Record<string, unknown> = {}) => ({
  id: anId,
  status: 'sent',
  thread_id: anId,
  scheduled_at: null,
  skipped: false,
  reason: null,
  approval_id: null,
  ...differences,
});

describe('the answer has seven fields', () => {
  test('of an email that was sent', async () => {
    const { status, body } = await desk.send();

    expect(status).toBe(202);
    expect(body).toEqual(answerWith());
    expect(await desk.read(body.id)).toMatchObject({ scheduled_at: null, sent_at: aTime });
  });

  test('of an email that is scheduled: it is not sent, and is due at that time', async () => {
    const { status, body } = await desk.send({ scheduled_at: '2099-12-24T18:00:00+01:00' });

    expect(status).toBe(202);
    expect(body).toEqual(answerWith({ status: 'scheduled', scheduled_at: '2099-12-24T17:00:00.000Z' }));
    expect(await desk.read(body.id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2099-12-24T17:00:00.000Z',
      provider_message_id: null,
      sent_at: null,
      events: [],
    });
    expect([await desk.outbox(), await desk.used()]).toEqual([[], 0]);
  });

  test('of a draft that is held: the log shows it queued', async () => {
    const key = await desk.guarded({ requires_approval: true });

    const { status, body } = await desk.send({}, key);

    expect(status).toBe(202);
    expect(body).toEqual(answerWith({ status: 'pending_approval', approval_id: anId }));
    expect(await desk.read(body.id)).toMatchObject({
      status: 'queued',
      scheduled_at: null,
      sent_at: null,
      events: [],
    });
    expect([await desk.outbox(), await desk.used()]).toEqual([[], 0]);
  });

  test('of a draft that is held and due later', async () => {
    const key = await desk.guarded({ requires_approval: true });

    const { body } = await desk.send({ scheduled_at: '2099-12-24T18:00:00Z' }, key);

    const scheduled_at = '2099-12-24T18:00:00.000Z';
    expect(body).toEqual(answerWith({ status: 'pending_approval', approval_id: anId, scheduled_at }));
    expect(await desk.read(body.id)).toMatchObject({ status: 'queued', scheduled_at });
  });

  test('of a draft that was held: each retry without a key holds another', async () => {
    const key = await desk.guarded({ requires_approval: true });

    const [first, second] = [await desk.accepted({}, key), await desk.accepted({}, key)];

    expect(first.approval_id).not.toBe(second.approval_id);
    expect((await desk.api('GET', '/v1/approvals')).body.data).toHaveLength(2);
  });

  test('of an email that is skipped, even if copies would be left and a time is given', async () => {
    await desk.suppress('gone@example.com', { reason: 'list_hygiene' });
    const key = await desk.guarded({ requires_approval: true });
    const overrides = { to: 'Gone <Gone@Example.com>', cc: ['li@example.com'], scheduled_at: 'in 2 hours' };

    const { status, body } = await desk.send(overrides, key);

    expect(status).toBe(202);
    expect(body).toEqual(
      answerWith({ status: 'rejected', thread_id: null, skipped: true, reason: 'suppressed:list_hygiene' }),
    );
    expect(await desk.read(body.id)).toMatchObject({
      status: 'rejected',
      to: ['Gone@Example.com'],
      scheduled_at: null,
      events: [],
    });
    expect((await desk.api('GET', '/v1/approvals')).body.data).toEqual([]);
    expect((await desk.api('GET', '/v1/threads')).body.data).toEqual([]);
    expect([await desk.outbox(), await desk.used()]).toEqual([[], 0]);
  });
});

describe('dropped recipients', () => {
  test.each(['hard_bounce', 'complaint', 'unsubscribe', 'manual', 'list_hygiene'])(
    'the reason names the suppression: %s',
    async (reason) => {
      await desk.suppress('gone@example.com', { reason });

      expect(await desk.accepted({ to: 'gone@example.com' })).toMatchObject({
        reason: `suppressed:${reason}`,
      });
    },
  );

  test('transactional mail goes to who is suppressed for marketing only', async () => {
    await desk.suppress('kim@example.com', { scope: 'marketing', reason: 'unsubscribe' });

    const mail = await desk.accepted();
    const news = await desk.accepted({ risk_class: 'marketing' });

    expect(mail).toMatchObject({ status: 'sent' });
    expect(news).toMatchObject({ status: 'rejected', reason: 'suppressed:unsubscribe' });
  });

  test('marketing goes to who is suppressed for transactional mail only', async () => {
    await desk.suppress('kim@example.com', { scope: 'transactional' });

    const mail = await desk.accepted();
    const news = await desk.accepted({ risk_class: 'marketing' });

    expect([mail.reason, news.status]).toEqual(['suppressed:manual', 'sent']);
  });

  test('of two suppressions the broader one names the reason, and lifted leaves the narrower', async () => {
    await desk.suppress('kim@example.com', { scope: 'transactional', reason: 'list_hygiene' });
    await desk.suppress('kim@example.com', { scope: 'all', reason: 'complaint' });

    const both = await desk.accepted();
    await desk.api('DELETE', '/v1/suppressions/kim@example.com?scope=all');
    const narrower = await desk.accepted();

    expect([both.reason, narrower.reason]).toEqual(['suppressed:complaint', 'suppressed:list_hygiene']);
  });

  test('of several reasons the suppression counts first, then the topic, then the domain', async () => {
    await Promise.all([
      desk.topic('offers', { default_subscribed: false }),
      desk.suppress('kim@dead.invalid'),
    ]);
    const to = 'kim@dead.invalid';

    const all = await desk.accepted({ to, topic: 'offers' });
    await desk.api('DELETE', `/v1/suppressions/${to}`);
    const topic = await desk.accepted({ to, topic: 'offers' });
    await desk.choose(to, 'offers', true);
    const domain = await desk.accepted({ to: 'kim@DEAD.invalid', topic: 'offers' });

    expect([all.reason, topic.reason, domain.reason]).toEqual([
      'suppressed:manual',
      'unsubscribed_from_topic:offers',
      'undeliverable_domain:dead.invalid',
    ]);
  });

  test('the reason is that of the first address as asked', async () => {
    await desk.suppress('gone@example.com');

    const domainFirst = await desk.accepted({ to: ['kim@dead.invalid', 'gone@example.com'] });
    const suppressedFirst = await desk.accepted({ to: ['gone@example.com', 'kim@dead.invalid'] });

    expect([domainFirst.reason, suppressedFirst.reason]).toEqual([
      'undeliverable_domain:dead.invalid',
      'suppressed:manual',
    ]);
    expect((await desk.read(domainFirst.id)).to).toEqual(['kim@dead.invalid', 'gone@example.com']);
  });

  test('leave to, cc and bcc for their own reasons, and the rest is mailed and counted', async () => {
    await Promise.all([desk.topic('offers'), desk.suppress('gone@example.com')]);
    await desk.choose('Out@example.com', 'offers', false);
    const dropped = ['gone@example.com', 'out@example.com', 'kim@dead.invalid'];

    const sent = await desk.accepted({
      to: ['Kim <kim@example.com>', ...dropped],
      cc: [...dropped, 'li@example.com'],
      bcc: [...dropped, 'bo@example.com'],
      topic: 'offers',
    });
    const mail = await mailOf(service, sent.id);

    expect(sent).toEqual(answerWith());
    expect(mail).toMatchObject({ to: ['kim@example.com'], cc: ['li@example.com'], bcc: ['bo@example.com'] });
    expect(mail.raw.toString()).not.toMatch(/gone@|out@|dead\.invalid/i);
    expect((await desk.read(sent.id)).to).toEqual(['kim@example.com']);
    expect(await desk.used()).toBe(3);
  });

  test('a bad copy alone does not stop the mail', async () => {
    await desk.suppress('gone@example.com');

    const sent = await desk.accepted({ cc: ['gone@example.com'], bcc: ['kim@dead.invalid'] });

    expect(await mailOf(service, sent.id)).toMatchObject({ to: ['kim@example.com'], cc: [], bcc: [] });
  });

  test('fifty-one that drops would bring down to fifty are too many all the same', async () => {
    await desk.suppress('gone@example.com');

    const answer = await desk.send({ to: people(50), cc: ['gone@example.com'] });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
  });
});

describe('a topic', () => {
  test('that nobody gets by default is mailed only to who chose it', async () => {
    await desk.topic('beta', { default_subscribed: false });
    await desk.choose('kim@example.com', 'beta', true);

    const chosen = await desk.accepted({ topic: 'beta' });
    const silent = await desk.accepted({ to: 'li@example.com', topic: 'beta' });

    expect(chosen.status).toBe('sent');
    expect(silent).toMatchObject({ status: 'rejected', reason: 'unsubscribed_from_topic:beta' });
  });

  test('that one opted out of does not stop mail without it or with another', async () => {
    await Promise.all([desk.topic('offers'), desk.topic('news')]);
    await desk.choose('kim@example.com', 'offers', false);

    const answers = [
      await desk.accepted({ topic: 'offers' }),
      await desk.accepted({ topic: 'news' }),
      await desk.accepted(),
    ];

    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'sent', 'sent']);
  });
});

describe('a domain that cannot receive mail', () => {
  const dns = (name: string, records: unknown) => service.control('PUT', `/dns/${name}`, records);

  test.each([
    ['does not exist', { error: 'NXDOMAIN' }, 'rejected'],
    ['has neither MX nor address', { TXT: ['x'] }, 'rejected'],
    ['says that it takes no mail', { MX: [{ exchange: '', priority: 0 }], A: ['93.184.216.34'] }, 'rejected'],
    ['has an address but no MX', { A: ['93.184.216.34'] }, 'sent'],
    ['has an IPv6 address but no MX', { AAAA: ['2606:2800:220:1::1'] }, 'sent'],
    ['does not answer', { error: 'SERVFAIL' }, 'sent'],
  ])('one that %s', async (_what, records, status) => {
    const name = `${aPerson().slice(0, 8)}.example`;
    await dns(name, records);

    const answer = await desk.accepted({ to: `kim@${name}` });

    expect(answer).toMatchObject({
      status,
      reason: status === 'sent' ? null : `undeliverable_domain:${name}`,
    });
  });
});

describe('marketing', () => {
  const news = (overrides: Record<string, unknown> = {}) =>
    desk.accepted({ risk_class: 'marketing', html: '<p>News</p>', text: 'News', ...overrides });

  test('carries the way out and the postal address, and is on no thread', async () => {
    const sent = await news();
    const { raw, parsed } = await mailOf(service, sent.id);

    expect(sent).toEqual(answerWith({ thread_id: null }));
    expect(await desk.read(sent.id)).toMatchObject({ risk_class: 'marketing' });
    expect((await desk.api('GET', '/v1/threads')).body.data).toEqual([]);
    for (const part of [parsed.text, String(parsed.html)]) {
      expect(part).toContain('1 Main Street, Springfield');
      expect(part).toContain(unsubscribeLink(raw));
    }
    expect(headerLines(raw)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  test('its link unsubscribes from marketing; with a topic, from the topic only', async () => {
    await desk.topic('offers');
    const [whole, topical] = [await news(), await news({ to: 'li@example.com', topic: 'offers' })];

    await oneClick(whole.id);
    await oneClick(topical.id);

    expect(await news()).toMatchObject({ reason: 'suppressed:unsubscribe' });
    expect((await desk.accepted()).status).toBe('sent');
    expect(await news({ to: 'li@example.com', topic: 'offers' })).toMatchObject({
      reason: 'unsubscribed_from_topic:offers',
    });
    expect(await news({ to: 'li@example.com' })).toMatchObject({ status: 'sent' });
  });

  test.each([
    ['two in to', { to: ['kim@example.com', 'li@example.com'] }],
    ['a copy', { cc: ['li@example.com'] }],
    ['a blind copy', { bcc: ['li@example.com'] }],
  ])('names exactly one recipient: %s is refused', async (_what, overrides) => {
    const answer = await desk.send({ risk_class: 'marketing', ...overrides });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(await desk.log()).toEqual([]);
  });

  test('needs a domain that is verified for marketing', async () => {
    const answer = await desk.send({ risk_class: 'marketing', from: desk.from });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect(answer.body.error.message).toMatch(/^No verified marketing sending domain for /);
  });
});

/** The link of the List-Unsubscribe header. */
const unsubscribeLink = (raw: Buffer): string =>
  /^List-Unsubscribe: <(\S+)>$/m.exec(headerLines(raw).join('\n'))?.[1] ?? '';

async function oneClick(id: string): Promise<void> {
  const response = await fetch(unsubscribeLink((await mailOf(service, id)).raw), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBeLessThan(300);
}

describe('transactional mail with a topic', () => {
  test('to one address has the way out of that topic, and needs no postal address', async () => {
    await desk.topic('offers', { name: 'Special offers' });
    await desk.set({ postal_address: null });

    const sent = await desk.accepted({ topic: 'offers', html: '<p>Hi</p>' });
    const { raw, parsed } = await mailOf(service, sent.id);
    await oneClick(sent.id);

    for (const part of [parsed.text, String(parsed.html)]) {
      expect(part).toContain('Unsubscribe from Special offers');
      expect(part).toContain(unsubscribeLink(raw));
    }
    expect(await desk.accepted({ topic: 'offers' })).toMatchObject({
      reason: 'unsubscribed_from_topic:offers',
    });
    expect((await desk.accepted()).status).toBe('sent');
  });

  test.each([
    ['to two addresses', { to: ['kim@example.com', 'li@example.com'], topic: 'offers' }],
    ['with a copy', { cc: ['li@example.com'], topic: 'offers' }],
    ['with a blind copy', { bcc: ['li@example.com'], topic: 'offers' }],
    ['without the topic', {}],
  ])('%s it is sent as it was written', async (_what, overrides) => {
    await desk.topic('offers');

    const { raw, parsed } = await mailOf(service, (await desk.accepted(overrides)).id);

    expect(parsed.text?.trim()).toBe('It works.');
    expect(headerLines(raw).filter((line) => /^List-/i.test(line))).toEqual([]);
  });
});
