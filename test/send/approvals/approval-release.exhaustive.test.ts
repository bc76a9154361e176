import { mailOf, refusalOf } from '../../support/arrange';
import { decided, Drafter, hoursMs, type Held } from '../../support/drafter';
import { aDomain } from '../../support/factories';
import { Service, type Answer } from '../../support/service';
import { aTime } from '../../support/matchers';
import { type Actor, people } from '../../support/actor';
import { unknownOutcomeMs } from '../../support/leases';

// Each moves the clock over minutes or hours, and a machine may be slow at what happens in them.

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

type Fields = Record<string, unknown>;

/** Something happens to the hand-over of a release. */
const atHandOver = (fault: Fields): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    function: 'decideApproval',
    ...fault,
  });

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

describe('an approved draft', () => {
  test('leaves with everything that it held, and to everybody', async () => {
    const drafter = await Drafter.create(service);
    const { desk } = drafter;
    const parent = await desk.accepted({ to: 'kim@example.com' });
    const file = Buffer.from([0, 1, 2, 255, 254]);
    const held = await drafter.hold({
      from: `"The Desk" <${desk.from}>`,
      to: ['Kim <kim@example.com>', 'lee@example.com'],
      cc: ['Cam <cam@example.com>'],
      bcc: ['Bo <bo@example.com>'],
      reply_to: 'The Box <box@example.com>',
      subject: 'Refund — 5 €',
      html: '<p>Grüße</p>',
      text: 'Grüße',
      reply_to_message_id: parent.id,
      tags: [{ name: 'kind', value: 'refund' }],
      attachments: [
        { filename: 'ä.bin', content: file.toString('base64'), content_type: 'application/x-thing' },
      ],
    });

    const answer = await drafter.decide(held, {
      decision: 'approve',
      decided_by: 'lee@acme.test',
      reason: 'Fine',
    });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(decided(held, { decided_by: 'lee@acme.test' }));
    const { parsed, ...mail } = await mailOf(service, held.id);
    expect(mail).toMatchObject({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cam@example.com'],
      bcc: ['bo@example.com'],
      tags: { kind: 'refund', message_id: held.id, workspace_id: desk.workspaceId },
    });
    expect(parsed).toMatchObject({
      subject: 'Refund — 5 €',
      html: expect.stringContaining('Grüße'),
      text: expect.stringContaining('Grüße'),
      from: { value: [{ name: 'The Desk', address: desk.from }] },
      to: {
        value: [
          { name: 'Kim', address: 'kim@example.com' },
          { name: '', address: 'lee@example.com' },
        ],
      },
      cc: { value: [{ name: 'Cam', address: 'cam@example.com' }] },
      replyTo: { value: [{ name: 'The Box', address: 'box@example.com' }] },
      attachments: [{ filename: 'ä.bin', contentType: 'application/x-thing', content: file }],
    });
    expect(parsed.bcc).toBeUndefined();
    const { parsed: first } = await mailOf(service, parent.id);
    expect(parsed.inReplyTo).toBe(first.messageId);
    expect(parsed.references).toBe(first.messageId);
  });

  test('is sent, then delivered, in the log, and not held any more', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();

    await drafter.approve(held);
    await service.settle();

    const email = await drafter.desk.read(held.id);
    expect(email).toMatchObject({
      status: 'delivered',
      sent_at: aTime,
      provider_message_id: expect.any(String),
      scheduled_at: null,
    });
    expect(email.events.map(({ type }: { type: string }) => type)).toEqual(['send', 'delivery']);
    expect(await drafter.pending()).toEqual([]);
    expect((await drafter.desk.api('GET', '/v1/emails?status=queued')).body.data).toEqual([]);
    for (const again of [await drafter.approve(held), await drafter.reject(held)]) {
      expect(refusalOf(again)).toMatchObject({
        status: 409,
        type: 'invalid_state',
        message: expect.stringContaining('approved'),
      });
    }
    expect(await drafter.mailsOf(held)).toBe(1);
  });

  test('of only HTML goes out with a text', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ text: undefined, html: '<p>Hello <b>you</b></p>' });

    await drafter.approve(held);

    const { parsed } = await mailOf(service, held.id);
    expect(parsed).toMatchObject({
      text: expect.stringContaining('Hello you'),
      html: expect.stringContaining('<b>'),
    });
  });

  test('of marketing has the way out, and is on no thread', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ risk_class: 'marketing', html: '<p>News</p>' });

    const answer = await drafter.approve(held);

    const { parsed } = await mailOf(service, held.id);
    expect(held.thread_id).toBeNull();
    expect(answer.body).toEqual(decided(held));
    expect(parsed.headers.has('list')).toBe(true);
    expect(parsed.text).toContain('1 Main Street');
    expect((await drafter.desk.api('GET', '/v1/threads')).body.data).toEqual([]);
  });
});

describe('an approved draft whose time has not come', () => {
  test('is scheduled, and leaves at its time', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ scheduled_at: 'in 2 hours' });
    const [{ scheduled_at: scheduledAt }] = await drafter.pending();

    const answer = await drafter.approve(held);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(decided(held, { status: 'scheduled', scheduled_at: scheduledAt }));
    expect(await drafter.desk.read(held.id)).toMatchObject({
      status: 'scheduled',
      scheduled_at: scheduledAt,
    });
    expect(await drafter.pending()).toEqual([]);
    await service.control('POST', '/clock', {
      set: new Date(Date.parse(scheduledAt) - 25_000).toISOString(),
    });
    expect(await drafter.mailsOf(held)).toBe(0);
    await service.control('POST', '/clock', {
      set: new Date(Date.parse(scheduledAt) + 30_000).toISOString(),
    });
    expect(await drafter.mailsOf(held)).toBe(1);
    expect(await drafter.desk.read(held.id)).toMatchObject({
      status: 'delivered',
      scheduled_at: scheduledAt,
    });
  });

  test('can be canceled, and takes no other decision', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ scheduled_at: 'in 20 minutes' });
    await drafter.approve(held);

    const again = await drafter.reject(held);
    const canceled = await drafter.desk.api('DELETE', `/v1/emails/${held.id}`);
    await service.advance(30 * 60_000);

    expect(refusalOf(again)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(canceled.status).toBe(200);
    expect(await drafter.mailsOf(held)).toBe(0);
    expect(await drafter.status(held)).toBe('canceled');
  });

  test('is found in the log as scheduled, and is not canceled when its approval would have expired', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ scheduled_at: 'in 30 days' });

    await drafter.approve(held);

    const { body } = await drafter.desk.api('GET', '/v1/emails?status=scheduled');
    expect(body.data).toMatchObject([{ id: held.id, status: 'scheduled' }]);
  });

  test('is dropped at its time for who unsubscribed in between', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({
      scheduled_at: 'in 10 minutes',
      to: ['kim@example.com', 'lee@example.com'],
    });
    await drafter.approve(held);

    await drafter.desk.suppress('kim@example.com', { reason: 'unsubscribe', scope: 'marketing' });
    await service.advance(12 * 60_000);

    expect(await mailOf(service, held.id)).toMatchObject({ to: ['lee@example.com'] });
    expect(await drafter.desk.read(held.id)).toMatchObject({ to: ['lee@example.com'] });
  });
});

test('a draft whose time has passed is sent at once', async () => {
  const drafter = await Drafter.create(service);
  const [past, passed] = [
    await drafter.hold({ scheduled_at: '2020-01-01T00:00:00Z' }),
    await drafter.hold({ scheduled_at: 'in 1 minute' }),
  ];
  await service.advance(61_000);

  const answers = [await drafter.approve(past), await drafter.approve(passed)];

  expect(answers.map(({ body }) => body)).toEqual([decided(past), decided(passed)]);
  expect([await drafter.mailsOf(past), await drafter.mailsOf(passed)]).toEqual([1, 1]);
  await service.advance(10 * 60_000);
  expect([await drafter.mailsOf(past), await drafter.mailsOf(passed)]).toEqual([1, 1]);
});

describe('who is dropped at the release', () => {
  test('only those who were suppressed meanwhile, from to, cc and bcc', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cam@example.com', 'cleo@example.com'],
      bcc: ['bo@example.com', 'bea@example.com'],
    });
    for (const name of ['KIM', 'cam', 'bo']) await drafter.desk.suppress(`${name}@example.com`);

    const answer = await drafter.approve(held);

    expect(answer.body).toEqual(decided(held));
    expect(await mailOf(service, held.id)).toMatchObject({
      to: ['lee@example.com'],
      cc: ['cleo@example.com'],
      bcc: ['bea@example.com'],
    });
    expect(await drafter.desk.read(held.id)).toMatchObject({ to: ['lee@example.com'] });
    expect(await drafter.desk.used()).toBe(3);
  });

  test('who opted out of its topic', async () => {
    const drafter = await Drafter.create(service);
    await drafter.desk.topic('orders');
    const held = await drafter.hold({ topic: 'orders', to: ['kim@example.com', 'lee@example.com'] });

    await drafter.desk.choose('lee@example.com', 'orders', false);
    await drafter.approve(held);

    expect(await mailOf(service, held.id)).toMatchObject({ to: ['kim@example.com'] });
  });

  test('who is on a domain that cannot receive mail any more', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ to: ['kim@example.com', 'lee@closed.example'] });

    await service.control('PUT', '/dns/closed.example', { error: 'NXDOMAIN' });
    await drafter.approve(held);

    expect(await mailOf(service, held.id)).toMatchObject({ to: ['kim@example.com'] });
  });

  test('who unsubscribed from marketing while a transactional draft was held', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ to: ['kim@example.com', 'lee@example.com'] });

    await drafter.desk.suppress('kim@example.com', { reason: 'unsubscribe', scope: 'marketing' });
    const answer = await drafter.approve(held);

    expect(answer.body).toEqual(decided(held));
    expect(await mailOf(service, held.id)).toMatchObject({ to: ['lee@example.com'] });
  });

  test.each<[string, (desk: Actor) => Promise<unknown>, string]>([
    [
      'suppressed',
      (desk) => desk.suppress('kim@example.com', { reason: 'complaint' }),
      'suppressed:complaint',
    ],
    [
      'unsubscribed',
      (desk) => desk.suppress('kim@example.com', { reason: 'unsubscribe', scope: 'marketing' }),
      'suppressed:unsubscribe',
    ],
    [
      'not of the topic',
      (desk) => desk.choose('kim@example.com', 'orders', false),
      'unsubscribed_from_topic:orders',
    ],
  ])('everybody, being %s: skipped, and decided', async (_what, leave, reason) => {
    const drafter = await Drafter.create(service);
    await drafter.desk.topic('orders');
    const held = await drafter.hold({ topic: 'orders', bcc: ['bo@example.com'] });

    await leave(drafter.desk);
    const answer = await drafter.approve(held);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(decided(held, { status: 'rejected', skipped: true, reason }));
    expect(await drafter.desk.read(held.id)).toMatchObject({
      status: 'rejected',
      to: ['kim@example.com'],
      events: [],
    });
    expect(await drafter.pending()).toEqual([]);
    expect(refusalOf(await drafter.approve(held))).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(await drafter.mailsOf(held)).toBe(0);
    expect(await drafter.desk.used()).toBe(0);
  });

  test('everybody, although the draft has a time to come or billing would refuse it', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ scheduled_at: 'in 3 hours' });
    await drafter.desk.suppress('kim@example.com');
    await drafter.desk.set({ payment_method_verified: false });

    const answer = await drafter.approve(held);

    expect(answer.body).toEqual(
      decided(held, { status: 'rejected', skipped: true, reason: 'suppressed:manual' }),
    );
  });

  test('everybody: the log names them all again, whoever left before', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ to: ['kim@example.com', 'lee@example.com'] });
    await drafter.desk.suppress('kim@example.com', { reason: 'unsubscribe' });
    await drafter.desk.suppress('lee@example.com', { reason: 'hard_bounce' });

    const answer = await drafter.approve(held);

    expect(answer.body).toEqual(
      decided(held, { status: 'rejected', skipped: true, reason: 'suppressed:unsubscribe' }),
    );
    expect(await drafter.desk.read(held.id)).toMatchObject({ to: ['kim@example.com', 'lee@example.com'] });
  });

  test('nobody who was let in again before a later try', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ to: ['kim@example.com', 'lee@example.com'] });
    await atHandOver({ error: 'MessageRejected', times: 1 });
    await drafter.desk.suppress('kim@example.com');
    await drafter.approve(held);

    await drafter.desk.api('DELETE', '/v1/suppressions/kim@example.com');
    await drafter.desk.suppress('lee@example.com');
    const answer = await drafter.approve(held);

    expect(answer.body).toEqual(decided(held));
    expect(await mailOf(service, held.id)).toMatchObject({ to: ['kim@example.com'] });
    expect(await drafter.desk.read(held.id)).toMatchObject({ to: ['kim@example.com'] });
  });
});

interface Refusal {
  draft?: Fields;
  spoil: (drafter: Drafter) => Promise<unknown>;
  mend: (drafter: Drafter) => Promise<unknown>;
  status: number;
  type: string;
}

const settings = (spoilt: Fields, mended: Fields): Pick<Refusal, 'spoil' | 'mend'> => ({
  spoil: ({ desk }) => desk.set(spoilt),
  mend: ({ desk }) => desk.set(mended),
});

const provider = (error: string): Pick<Refusal, 'spoil' | 'mend'> => ({
  spoil: () => atHandOver({ error }),
  mend: () => service.control('DELETE', '/faults'),
});

const refusals: Record<string, Refusal> = {
  'no payment method': {
    ...settings({ payment_method_verified: false }, { payment_method_verified: true }),
    status: 402,
    type: 'payment_method_required',
  },
  'a plan that is used up': {
    ...settings({ plan: 'free', emails_used: 3_000 }, { emails_used: 2_999 }),
    status: 402,
    type: 'plan_limit_reached',
  },
  'an unpaid subscription': {
    ...settings({ plan: 'paid', billing_past_due: true }, { billing_past_due: false }),
    status: 402,
    type: 'billing_past_due',
  },
  'a budget that is used up': {
    ...settings({ plan: 'paid', budget_cents: 0, budget_applies_to: 'all' }, { budget_cents: null }),
    status: 402,
    type: 'budget_exceeded',
  },
  'a suspension': {
    ...settings({ suspended_reason: 'Abuse' }, { suspended_reason: null }),
    status: 422,
    type: 'workspace_suspended',
  },
  'no postal address': {
    draft: { risk_class: 'marketing' },
    ...settings({ postal_address: null }, { postal_address: '2 Side Street' }),
    status: 422,
    type: 'no_postal_address',
  },
  'a domain that was deleted': {
    spoil: async ({ desk }) => {
      const { body } = await desk.api('GET', '/v1/domains');
      const { id } = body.data.find(({ risk_class }: Fields) => risk_class === 'transactional');
      return desk.api('DELETE', `/v1/domains/${id}`);
    },
    mend: ({ desk }) => aDomain(service, desk.workspaceId, { domain: desk.from.split('@')[1] }),
    status: 422,
    type: 'no_verified_identity',
  },
  'a provider that throttles': {
    ...provider('TooManyRequestsException'),
    status: 502,
    type: 'provider_error',
  },
  'a provider that refuses': { ...provider('MessageRejected'), status: 502, type: 'provider_error' },
};

describe.each(Object.entries(refusals))('a release that meets %s', (_name, refusal) => {
  test('is refused and leaves the draft pending, with the reason; it is released when that is over', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold(refusal.draft);
    await refusal.spoil(drafter);

    const refused = await drafter.approve(held);

    const { type, status, message } = refusalOf(refused);
    expect({ type, status }).toEqual({ type: refusal.type, status: refusal.status });
    expect(await drafter.pending()).toMatchObject([
      { id: held.approval_id, status: 'pending', last_error: message },
    ]);
    expect(await drafter.status(held)).toBe('queued');
    expect(await drafter.mailsOf(held)).toBe(0);

    await refusal.mend(drafter);
    const usedBefore = await drafter.desk.used();
    const released = await drafter.approve(held);

    expect(released.body).toEqual(decided(held));
    expect(await drafter.mailsOf(held)).toBe(1);
    expect(await drafter.pending()).toEqual([]);
    expect((await drafter.desk.used()) - usedBefore).toBe(1);
  });

  test('is rejected all the same, if that is what is decided next', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold(refusal.draft);
    await refusal.spoil(drafter);
    await drafter.approve(held);

    const rejected = await drafter.reject(held);

    expect(rejected.body).toEqual(decided(held, { decision: 'reject', status: 'canceled' }));
    expect(await drafter.status(held)).toBe('canceled');
  });
});

describe('a release that a provider refuses', () => {
  test('does not say that the draft failed: it is still held', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ error: 'MessageRejected' });

    const refused = await drafter.approve(held);

    expect(refusalOf(refused)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(refused.body.error.message).not.toMatch(/failed/);
    expect(await drafter.status(held)).toBe('queued');
  });

  test('or throttles says nothing of sending the email again: that would hold a second draft', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ error: 'TooManyRequestsException' });

    const refused = await drafter.approve(held);

    expect(refused.body.error.message).not.toMatch(/send it again/);
    expect(refused.headers.get('retry-after')).not.toBeNull();
  });

  test('is not counted for usage, however often', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold({ to: people(3) });
    await atHandOver({ error: 'MessageRejected', times: 2 });

    await drafter.approve(held);
    await drafter.approve(held);
    const before = await drafter.desk.used();
    await drafter.approve(held);

    expect([before, await drafter.desk.used()]).toEqual([0, 3]);
  });
});

test('several refusals: the suspension is named first, then billing, then the domain, then the address', async () => {
  const drafter = await Drafter.create(service);
  const { desk } = drafter;
  const held = await drafter.hold({ risk_class: 'marketing' });
  const domains = (await desk.api('GET', '/v1/domains')).body.data as { id: string; risk_class: string }[];
  const news = domains.find(({ risk_class }) => risk_class === 'marketing');
  await desk.api('DELETE', `/v1/domains/${news?.id}`);
  await desk.set({ suspended_reason: 'Abuse', payment_method_verified: false, postal_address: null });

  const refused = async (): Promise<string> => refusalOf(await drafter.approve(held)).type;

  expect(await refused()).toBe('workspace_suspended');
  await desk.set({ suspended_reason: null });
  expect(await refused()).toBe('payment_method_required');
  await desk.set({ payment_method_verified: true });
  expect(await refused()).toBe('no_verified_identity');
  await aDomain(service, desk.workspaceId, { domain: desk.newsFrom.split('@')[1], risk_class: 'marketing' });
  expect(await refused()).toBe('no_postal_address');
});

test("a release beyond the domain's warm-up allowance waits for the next day", async () => {
  const drafter = await Drafter.create(service, { warmup: true });
  const { desk } = drafter;
  const held = await drafter.hold({ risk_class: 'marketing' });
  await desk.sendAll(people(200, 'a.example').map((to) => ({ to, risk_class: 'marketing' })));

  const refused = await drafter.approve(held);
  const usedThen = await desk.used();
  const pending = await drafter.pending();
  await service.advance(hoursMs(24));
  const released = await service.api('POST', `/v1/approvals/${held.approval_id}`, {
    key: desk.key,
    body: { decision: 'approve' },
  });

  const { status, type, message } = refusalOf(refused);
  expect({ status, type }).toEqual({ status: 422, type: 'warmup_limit' });
  expect(usedThen).toBe(200);
  expect(pending).toMatchObject([{ id: held.approval_id, last_error: message }]);
  expect(released.body).toEqual(decided(held));
});

describe('a provider that does not say whether it took the mail', () => {
  test('leaves the draft pending, and nobody sends it within ten minutes', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ error: 'InternalFailure', times: 1 });

    const unknown = await drafter.approve(held);
    const again = await drafter.approve(held);
    await service.advance(unknownOutcomeMs - 60_000);
    const late = await drafter.approve(held);

    expect(refusalOf(unknown)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(refusalOf(again)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(refusalOf(late)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(await drafter.pending()).toMatchObject([
      { id: held.approval_id, last_error: unknown.body.error.message },
    ]);
    expect(await drafter.mailsOf(held)).toBe(0);
  });

  test('and was silent for ten minutes has not taken it: it is sent then, and counted once', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ error: 'InternalFailure', times: 1 });
    await drafter.approve(held);

    await service.advance(unknownOutcomeMs + 1_000);
    const answers = await Promise.all([drafter.approve(held), drafter.approve(held)]);

    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await drafter.mailsOf(held)).toBe(1);
    expect(await drafter.desk.used()).toBe(1);
    expect(await drafter.pending()).toEqual([]);
  });

  test('and then refuses it does not make it count twice', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ error: 'InternalFailure', times: 1 });
    await drafter.approve(held);
    await service.advance(unknownOutcomeMs + 1_000);

    await atHandOver({ error: 'MessageRejected', times: 1 });
    await drafter.approve(held);
    const released = await drafter.approve(held);

    expect(released.body).toEqual(decided(held));
    expect(await drafter.desk.used()).toBe(1);
  });

  test('but did: its event settles the mail, and the next approval says sent', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ delay_ms: 15_000, times: 1 });

    const unknown = await drafter.approve(held);
    const again = await drafter.approve(held);
    await untilMailed(drafter, held);
    const released = await drafter.decide(held, { decision: 'approve', decided_by: 'lee' });
    const once = await drafter.approve(held);

    expect(refusalOf(unknown)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(refusalOf(again)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(released.body).toEqual(decided(held, { decided_by: 'lee' }));
    expect(refusalOf(once)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(await drafter.mailsOf(held)).toBe(1);
    expect(await drafter.status(held)).toBe('delivered');
    expect(await drafter.pending()).toEqual([]);
    expect(await drafter.desk.used()).toBe(1);
  });

  test('cannot be told that the draft is rejected, while the mail may be on its way', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ delay_ms: 20_000, times: 1 });
    await drafter.approve(held);

    const rejected = await drafter.reject(held);
    await untilMailed(drafter, held);

    expect(rejected).toMatchObject({ status: 409, body: { error: { type: 'approval_in_progress' } } });
    expect(await drafter.mailsOf(held)).toBe(1);
  });

  test('and whose mail has left by then: rejecting it is refused, for it is no held draft', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ delay_ms: 15_000, times: 1 });
    await drafter.approve(held);
    await untilMailed(drafter, held);

    const rejected = await drafter.reject(held);

    expect(refusalOf(rejected)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(await drafter.status(held)).toBe('delivered');
  });

  test('and was silent for ten minutes: it can be rejected then', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ error: 'InternalFailure', times: 1 });
    await drafter.approve(held);
    await service.advance(unknownOutcomeMs + 1_000);

    const rejected = await drafter.reject(held);

    expect(rejected.body).toEqual(decided(held, { decision: 'reject', status: 'canceled' }));
    expect(await drafter.mailsOf(held)).toBe(0);
  });

  test('is asked again under the same Idempotency-Key only when it is known', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    const headers = { 'Idempotency-Key': 'once' };
    await atHandOver({ error: 'InternalFailure', times: 1 });

    const answers = [];
    for (const ms of [0, 1_000, unknownOutcomeMs]) {
      await service.advance(ms);
      answers.push(await drafter.decide(held, { decision: 'approve' }, { headers }));
    }

    expect(answers.map(({ status }) => status)).toEqual([502, 409, 200]);
    expect(await drafter.mailsOf(held)).toBe(1);
  });
});

async function untilMailed(drafter: Drafter, held: Held): Promise<void> {
  while ((await drafter.mailsOf(held)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await service.settle();
}

describe('decisions at the same time', () => {
  test('ten approvals send one mail: the others learn that they are late', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();

    const answers = await Promise.all(Array.from({ length: 10 }, () => drafter.approve(held)));

    const refused = answers.filter(({ status }) => status !== 200).map(refusalOf);
    expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(409)]);
    for (const { type } of refused) expect(['approval_in_progress', 'invalid_state']).toContain(type);
    expect(await drafter.mailsOf(held)).toBe(1);
    expect(await drafter.pending()).toEqual([]);
    expect(await drafter.desk.used()).toBe(1);
  });

  test('an approval while a slow one runs is told so, and disturbs nothing', async () => {
    const drafter = await Drafter.create(service);
    const held = await drafter.hold();
    await atHandOver({ delay_ms: 6_000, times: 1 });
    const now = await service.now();

    const slow = drafter.approve(held);
    while (!(await isCounted(now))) await new Promise((resolve) => setTimeout(resolve, 20));
    const [second, third] = [await drafter.approve(held), await drafter.reject(held)];

    expect(refusalOf(second)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect(refusalOf(third)).toMatchObject({ status: 409, type: 'approval_in_progress' });
    expect((await slow).body).toEqual(decided(held));
    expect(await drafter.mailsOf(held)).toBe(1);
  });

  /** The release is on its way to the provider. */
  const isCounted = async (since: string): Promise<boolean> =>
    (await service.calls(since)).some(
      (row) => row.function.endsWith('-decideApproval') && row.operation === 'TransactWriteItems',
    );

  test.each([
    ['now', {}, 'delivered'],
    ['at a time', { scheduled_at: 'in 9 hours' }, 'scheduled'],
  ])(
    'approving (%s) and rejecting: one of them happens, and the other is refused',
    async (_when, draft, approved) => {
      const drafter = await Drafter.create(service);
      const drafts = await Promise.all(people(10).map((to) => drafter.hold({ to, ...draft })));

      const races = await Promise.all(
        drafts.map((held) => Promise.all([drafter.approve(held), drafter.reject(held)])),
      );
      await service.settle();

      for (const [index, race] of races.entries()) {
        const held = drafts[index] as Held;
        const isApproved = race[0].status === 200;
        expect(statusesOf(race)).toEqual([200, 409]);
        expect(await drafter.status(held)).toBe(isApproved ? approved : 'canceled');
        expect(await drafter.mailsOf(held)).toBe(isApproved && approved === 'delivered' ? 1 : 0);
      }
      expect(await drafter.pending()).toEqual([]);
    },
  );

  test('ten drafts approved at once leave, each once', async () => {
    const drafter = await Drafter.create(service);
    const drafts = await Promise.all(people(10).map((to) => drafter.hold({ to })));

    const answers = await Promise.all(drafts.map((held) => drafter.approve(held)));

    expect(answers.map(({ body }) => body)).toEqual(drafts.map((held) => decided(held)));
    expect(await drafter.desk.outbox()).toHaveLength(10);
    expect(await drafter.desk.used()).toBe(10);
  });

  test('the last place of a free plan is given to one of two drafts', async () => {
    const drafter = await Drafter.create(service);
    const drafts = await Promise.all(people(2).map((to) => drafter.hold({ to })));
    await drafter.desk.set({ plan: 'free', emails_used: 2_999 });

    const answers = await Promise.all(drafts.map((held) => drafter.approve(held)));

    expect(statusesOf(answers)).toEqual([200, 402]);
    expect(await drafter.desk.outbox()).toHaveLength(1);
    expect(await drafter.desk.used()).toBe(3_000);
    expect(await drafter.pending()).toHaveLength(1);
  });
});
