import { aKey, refusalOf } from '../../support/arrange';
import { dayMs, minuteMs } from '../../../shared/core/time';
import type { Answer } from '../../support/service';
import { type Actor, anActor, people } from '../../support/actor';
import { theService, useTravellingRuntime } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

type Fields = Record<string, unknown>;

const isDailyLimit = (answer: Answer): boolean =>
  answer.status === 429 && answer.body.error.type === 'daily_limit';

/** How many more recipients the key may mail today: asked without mailing anybody. */
async function roomOf(key: string, limit: number): Promise<number> {
  for (let used = 0; used < limit; used++) {
    const refused = await desk.send({ to: people(limit - used), from: 'desk@unknown.example' }, key);
    if (!isDailyLimit(refused)) return limit - used;
  }
  return 0;
}

/** Until 00:00 UTC. */
async function secondsLeft(): Promise<number> {
  const now = await service.now();
  return (dayMs - (Date.parse(now) % dayMs)) / 1_000;
}

describe('the daily cap', () => {
  test('lets its last recipient through, and refuses the next until 00:00 UTC', async () => {
    const key = await desk.guarded({ daily_send_limit: 3 });
    await desk.accepted({ to: people(2), bcc: ['bo@example.com'] }, key);

    const before = await secondsLeft();
    const above = await desk.send({}, key);
    const after = await secondsLeft();

    expect(refusalOf(above)).toMatchObject({ status: 429, type: 'daily_limit' });
    const retryAfter = Number(above.headers.get('retry-after'));
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThanOrEqual(Math.floor(after));
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(before));
    expect(await desk.log()).toHaveLength(1);
  });

  test('refuses a send that would cross it as a whole, and lets a smaller one through', async () => {
    const key = await desk.guarded({ daily_send_limit: 3 });
    await desk.accepted({}, key);

    const above = await desk.send({ to: people(3) }, key);
    const fits = await desk.send({ to: people(2) }, key);

    expect([isDailyLimit(above), fits.status]).toEqual([true, 202]);
  });

  describe('at the end of a day', () => {
    useTravellingRuntime();

    test('renews at midnight', async () => {
      const key = await desk.guarded({ daily_send_limit: 1 });
      await desk.accepted({}, key);
      await service.advance((await secondsLeft()) * 1_000 - 5 * minuteMs);

      const before = await desk.send({}, key);
      await service.advance(5 * minuteMs);
      const after = await desk.send({}, key);

      expect([isDailyLimit(before), after.status]).toEqual([true, 202]);
    });
  });

  test('of 50 lets exactly 50 of 100 sends at once leave', async () => {
    const key = await desk.guarded({ daily_send_limit: 50 });

    const answers = await Promise.all(people(100).map((to) => desk.send({ to }, key)));

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(50);
    expect(answers.filter(isDailyLimit)).toHaveLength(50);
    expect(await desk.outbox()).toHaveLength(50);
    expect(await desk.log()).toHaveLength(50);
    expect(await desk.used()).toBe(50);
  });

  test.each([
    ['scheduled', { scheduled_at: 'in 2 hours' }, {}],
    ['held', {}, { requires_approval: true }],
    ['held', { scheduled_at: 'in 2 hours' }, { requires_approval: true }],
  ])('of 5 lets exactly 5 of 20 be %s at once', async (_what, overrides: Fields, guardrails: Fields) => {
    const key = await desk.guarded({ daily_send_limit: 5, ...guardrails });

    const answers = await Promise.all(people(20).map((to) => desk.send({ to, ...overrides }, key)));

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(isDailyLimit)).toHaveLength(15);
    expect(await desk.log()).toHaveLength(5);
  });

  test.each([
    ['sent', {}, {}, 3],
    ['scheduled', { scheduled_at: 'in 2 hours' }, {}, 3],
    ['held', {}, { requires_approval: true }, 3],
    ['skipped', { to: 'gone@example.com' }, {}, 0],
    ['skipped with a copy left', { to: 'gone@example.com', cc: ['li@example.com'], bcc: [] }, {}, 0],
    ['refused by a check', { from: 'desk@unknown.example' }, {}, 0],
    ['left without some of its recipients', { cc: ['gone@example.com'] }, {}, 2],
  ])('counts one that is %s', async (_what, overrides: Fields, guardrails: Fields, counted) => {
    await desk.suppress('gone@example.com');
    const key = await desk.guarded({ daily_send_limit: 6, ...guardrails });

    await desk.send(
      { to: 'kim@example.com', cc: ['li@example.com'], bcc: ['bo@example.com'], ...overrides },
      key,
    );

    expect(await roomOf(key, 6)).toBe(6 - counted);
  });

  test.each([
    ['refuses', 'MessageRejected', 1],
    ['throttles', 'TooManyRequestsException', 10],
  ])('counts nothing, and neither does the plan, when the provider %s', async (_what, error, times) => {
    const key = await desk.guarded({ daily_send_limit: 2 });
    await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', error, times });

    const answer = await desk.send({}, key);

    expect(refusalOf(answer)).toMatchObject({ status: 502, type: 'provider_error' });
    expect([await roomOf(key, 2), await desk.used()]).toEqual([2, 0]);
  });

  test('counts nothing of what the plan refuses', async () => {
    await desk.set({ plan: 'free', emails_used: 3_000 });
    const key = await desk.guarded({ daily_send_limit: 2 });

    const answer = await desk.send({}, key);
    await desk.set({ plan: 'paid' });

    expect(refusalOf(answer)).toMatchObject({ status: 402 });
    expect(await roomOf(key, 2)).toBe(2);
  });

  test('does not count a canceled schedule back', async () => {
    const key = await desk.guarded({ daily_send_limit: 1 });
    const { id } = await desk.accepted({ scheduled_at: 'in 2 hours' }, key);

    await desk.api('DELETE', `/v1/emails/${id}`);

    expect(isDailyLimit(await desk.send({}, key))).toBe(true);
  });

  test('is of the key: another key and a token send on', async () => {
    const [key, other] = [
      await desk.guarded({ daily_send_limit: 1 }),
      await desk.guarded({ daily_send_limit: 1 }),
    ];
    await desk.accepted({}, key);

    const answers = [
      await desk.send({}, key),
      await desk.send({}, other),
      await desk.send({}, await desk.token()),
    ];

    expect(answers.map(({ status }) => status)).toEqual([429, 202, 202]);
  });

  test('has room again once it is raised, and none once it is lowered', async () => {
    const { key, limitTo } = await adjustable();
    await desk.accepted({ to: people(2) }, key);

    await limitTo(3);
    const raised = await desk.send({}, key);
    await limitTo(1);
    const lowered = await desk.send({}, key);

    expect([raised.status, isDailyLimit(lowered)]).toEqual([202, true]);
  });

  test('below what is used refuses nobody who would be skipped', async () => {
    await desk.suppress('gone@example.com');
    const { key, limitTo } = await adjustable();
    await desk.accepted({ to: people(2) }, key);
    await limitTo(1);

    const skipped = await desk.send({ to: 'gone@example.com' }, key);

    expect(skipped).toMatchObject({ status: 202, body: { status: 'rejected', skipped: true } });
  });
});

describe('what a key sends counts for each key above it that has a daily limit', () => {
  const keyOf = (by: string, daily_send_limit: number | null = null) =>
    aKey(service, { by, ...(daily_send_limit !== null && { daily_send_limit }) });

  test('so that the keys that one makes have no more together than it has', async () => {
    const parent = await keyOf(desk.key, 3);
    const [child, sister] = [await keyOf(parent.key, 3), await keyOf(parent.key, 3)];
    await desk.accepted({ to: people(2) }, child.key);

    const above = await desk.send({ to: people(2) }, sister.key);
    const fits = await desk.send({}, sister.key);
    const full = [await desk.send({}, parent.key), await desk.send({}, child.key)];

    expect(refusalOf(above)).toMatchObject({ status: 429, type: 'daily_limit' });
    expect(fits.status).toBe(202);
    expect(full.map(isDailyLimit)).toEqual([true, true]);
  });

  test('also what the key of a key of a key sends, and what somebody else edits meanwhile', async () => {
    const parent = await keyOf(desk.key, 2);
    const child = await keyOf(parent.key, 2);
    const grandchild = await keyOf(child.key, 2);
    await desk.api('PATCH', `/v1/api-keys/${child.id}`, { daily_send_limit: null });
    await desk.api('PATCH', `/v1/api-keys/${grandchild.id}`, { daily_send_limit: null });

    await desk.accepted({ to: people(2) }, grandchild.key);

    expect(isDailyLimit(await desk.send({}, grandchild.key))).toBe(true);
    expect(isDailyLimit(await desk.send({}, parent.key))).toBe(true);
  });

  test('as the key above is limited now, or was when it was revoked', async () => {
    const parent = await keyOf(desk.key);
    const child = await keyOf(parent.key);
    await desk.accepted({ to: people(2) }, child.key);
    await desk.api('PATCH', `/v1/api-keys/${parent.id}`, { daily_send_limit: 1 });
    await desk.accepted({}, child.key);
    await desk.api('DELETE', `/v1/api-keys/${parent.id}`);

    expect(isDailyLimit(await desk.send({}, child.key))).toBe(true);
  });

  test('one after the other or at once', async () => {
    const parent = await keyOf(desk.key, 3);
    const children = [await keyOf(parent.key, 3), await keyOf(parent.key, 3)];

    const answers = await Promise.all(
      [...children, ...children, ...children, parent].map(({ key }) => desk.send({}, key)),
    );

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    expect(answers.filter(isDailyLimit)).toHaveLength(4);
  });

  test('and what the provider refuses is given back to all of them', async () => {
    const parent = await keyOf(desk.key, 2);
    const child = await keyOf(parent.key, 2);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });

    const refused = await desk.send({ to: people(2) }, child.key);

    expect(refused.status).toBe(502);
    expect([await roomOf(child.key, 2), await roomOf(parent.key, 2)]).toEqual([2, 2]);
  });

  test('a key with ten above it makes none', async () => {
    let { key } = await keyOf(desk.key);
    for (let depth = 2; depth <= 10; depth++) ({ key } = await keyOf(key));
    const last = await desk.api('POST', '/v1/api-keys', { name: 'Test', scopes: ['emails:send'] }, key);

    expect(refusalOf(last)).toMatchObject({ status: 403, type: 'forbidden' });
    expect((await desk.send({}, key)).status).toBe(202);
  });
});

/** A key whose cap can be changed. */
async function adjustable() {
  const { id, key } = await aKey(service, { by: desk.key, daily_send_limit: 2 });
  const limitTo = (daily_send_limit: number) => desk.api('PATCH', `/v1/api-keys/${id}`, { daily_send_limit });
  return { key, limitTo };
}

describe('the allowlist', () => {
  const entries = ['Kim@Example.com', 'example.org', '@example.net'];

  test.each([
    ['the address', { to: 'Kim <KIM@example.COM>' }],
    ['its domain', { to: 'anybody@Example.org' }],
    ['its domain with an at sign', { to: 'anybody@example.net' }],
    ['all of them', { cc: ['a@example.org'], bcc: ['b@example.net'] }],
  ])('lets through who is covered: %s', async (_what, overrides) => {
    const key = await desk.guarded({ allowed_recipients: entries });

    expect((await desk.send(overrides, key)).status).toBe(202);
  });

  test.each([
    ['another address in to', { to: ['kim@example.com', 'li@example.com'] }, 'li@example.com'],
    ['a copy', { cc: ['li@example.com'] }, 'li@example.com'],
    ['a blind copy', { bcc: ['Li <li@example.com>'] }, 'li@example.com'],
    ['a subdomain', { to: 'a@sub.example.org' }, 'a@sub.example.org'],
    ['a longer domain', { to: 'a@notexample.org' }, 'a@notexample.org'],
    ['a tagged address', { to: 'kim+1@example.com' }, 'kim+1@example.com'],
    ['a copy that would be dropped', { cc: ['gone@example.com'] }, 'gone@example.com'],
  ])('refuses who is not: %s', async (_what, overrides, address) => {
    await desk.suppress('gone@example.com');
    const key = await desk.guarded({ allowed_recipients: entries, daily_send_limit: 50 });

    const answer = await desk.send(overrides, key);

    expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'recipient_not_allowed' });
    expect(answer.body.error.message).toContain(address);
    expect([await desk.log(), await desk.used()]).toEqual([[], 0]);
  });

  test('holds for scheduled and held mail', async () => {
    const key = await desk.guarded({ allowed_recipients: entries, requires_approval: true });

    const answer = await desk.send({ to: 'li@example.com', scheduled_at: 'in 2 hours' }, key);

    expect(refusalOf(answer)).toMatchObject({ type: 'recipient_not_allowed' });
  });
});

test('a token carries no guardrails, whatever the keys of its workspace have', async () => {
  await desk.guarded({ allowed_recipients: ['example.org'], daily_send_limit: 1, requires_approval: true });
  const token = await desk.token();

  const answers = [await desk.send({}, token), await desk.send({ to: people(3) }, token)];

  expect(answers.map(({ body }) => body.status)).toEqual(['sent', 'sent']);
});

describe('billing', () => {
  const refusals = [
    'payment_method_required',
    'plan_limit_reached',
    'billing_past_due',
    'budget_exceeded',
  ] as const;

  const cause: Record<(typeof refusals)[number], Fields> = {
    payment_method_required: { payment_method_verified: false },
    plan_limit_reached: { plan: 'free', emails_used: 3_000 },
    billing_past_due: { billing_past_due: true },
    budget_exceeded: { budget_cents: 0, budget_applies_to: 'all' },
  };

  test.each(refusals)('%s comes before the refusals after it, and stores nothing', async (type) => {
    const causes = refusals.slice(refusals.indexOf(type)).map((one) => cause[one]);
    await desk.set(Object.assign({}, ...causes) as Fields);
    const used = await desk.used();

    for (const overrides of [{}, { scheduled_at: 'in 2 hours' }, { risk_class: 'marketing' }]) {
      expect(refusalOf(await desk.send(overrides))).toMatchObject({ status: 402, type });
    }

    expect([await desk.log(), await desk.used()]).toEqual([[], used]);
  });

  test('the plan counts every recipient that is left: the last fits, one more does not', async () => {
    await desk.set({ plan: 'free', emails_used: 2_997 });
    await desk.suppress('gone@example.com');

    const above = await desk.send({ to: people(2), cc: ['li@example.com'], bcc: ['bo@example.com'] });
    const fits = await desk.send({
      to: people(1),
      cc: ['gone@example.com', 'li@example.com'],
      bcc: ['bo@example.com'],
    });
    const next = await desk.send();

    expect(refusalOf(above)).toMatchObject({ type: 'plan_limit_reached' });
    expect(fits.status).toBe(202);
    expect(refusalOf(next)).toMatchObject({ type: 'plan_limit_reached' });
    expect([await desk.used(), (await desk.outbox()).length]).toEqual([3_000, 1]);
  });

  test('of 30 sends at once exactly as many leave as the plan has room', async () => {
    await desk.set({ plan: 'free', emails_used: 2_993 });

    const answers = await Promise.all(people(30).map((to) => desk.send({ to })));

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(7);
    expect([await desk.used(), (await desk.log()).length]).toEqual([3_000, 7]);
  });

  test('a budget pauses marketing only, unless it is for everything', async () => {
    await desk.set({ plan: 'paid', budget_cents: 1, emails_used: 10 });

    const news = await desk.send({ risk_class: 'marketing' });
    const mail = await desk.send();
    await desk.set({ budget_applies_to: 'all' });
    const paused = await desk.send();

    expect(refusalOf(news)).toMatchObject({ type: 'budget_exceeded' });
    expect(mail.status).toBe(202);
    expect(refusalOf(paused)).toMatchObject({ type: 'budget_exceeded' });
  });
});
