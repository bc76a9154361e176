import { aKey, refusalOf } from '../../support/api-helpers';
import { dayMs, minuteMs } from '../../../shared/core/time';
import type { ApiResponse } from '../../support/service';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

type Fields = Record<string, unknown>;

const isDailyLimit = (response: ApiResponse): boolean =>
  response.status === 429 && response.body.error.type === 'daily_limit';

/** Counts the recipients to whom the key may still send today, without sending an email. */
async function remainingRecipients(key: string, limit: number): Promise<number> {
  for (let used = 0; used < limit; used++) {
    const refused = await workspace.send(
      { to: numberedAddresses(limit - used), from: 'desk@unknown.example' },
      key,
    );
    if (!isDailyLimit(refused)) return limit - used;
  }
  return 0;
}

/** Returns the time until 00:00 UTC. */
async function secondsUntilMidnight(): Promise<number> {
  const now = await service.now();
  return (dayMs - (Date.parse(now) % dayMs)) / 1_000;
}

describe('the daily cap', () => {
  // K-25, K-26
  test('allows the last recipient and refuses the next until 00:00 UTC', async () => {
    const key = await workspace.createGuardedKey({ daily_send_limit: 3 });
    await workspace.sendAccepted({ to: numberedAddresses(2), bcc: ['bo@example.com'] }, key);

    const before = await secondsUntilMidnight();
    const overLimit = await workspace.send({}, key);
    const after = await secondsUntilMidnight();

    expect(refusalOf(overLimit)).toMatchObject({ status: 429, type: 'daily_limit' });
    const retryAfter = Number(overLimit.headers.get('retry-after'));
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThanOrEqual(Math.floor(after));
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(before));
    expect(await workspace.listEmails()).toHaveLength(1);
  });

  // K-26
  test('refuses a whole send that exceeds the cap and allows a smaller send', async () => {
    const key = await workspace.createGuardedKey({ daily_send_limit: 3 });
    await workspace.sendAccepted({}, key);

    const overLimit = await workspace.send({ to: numberedAddresses(3) }, key);
    const fittingSend = await workspace.send({ to: numberedAddresses(2) }, key);

    expect([isDailyLimit(overLimit), fittingSend.status]).toEqual([true, 202]);
  });

  describe('at the end of a day', () => {
    useTimeTravelRuntime();

    // K-25
    test('resets at midnight', async () => {
      const key = await workspace.createGuardedKey({ daily_send_limit: 1 });
      await workspace.sendAccepted({}, key);
      await service.advance((await secondsUntilMidnight()) * 1_000 - 5 * minuteMs);

      const before = await workspace.send({}, key);
      await service.advance(5 * minuteMs);
      const after = await workspace.send({}, key);

      expect([isDailyLimit(before), after.status]).toEqual([true, 202]);
    });
  });

  // K-27
  test('of 50 allows exactly 50 of 100 concurrent sends', async () => {
    const key = await workspace.createGuardedKey({ daily_send_limit: 50 });

    const responses = await Promise.all(numberedAddresses(100).map((to) => workspace.send({ to }, key)));

    expect(responses.filter(({ status }) => status === 202)).toHaveLength(50);
    expect(responses.filter(isDailyLimit)).toHaveLength(50);
    expect(await workspace.outbox()).toHaveLength(50);
    expect(await workspace.listEmails()).toHaveLength(50);
    expect(await workspace.getEmailsUsed()).toBe(50);
  });

  // K-27
  test.each([
    ['scheduled', { scheduled_at: 'in 2 hours' }, {}],
    ['held', {}, { requires_approval: true }],
    ['held', { scheduled_at: 'in 2 hours' }, { requires_approval: true }],
  ])(
    'of 5 allows exactly 5 of 20 concurrent emails that are %s',
    async (_description, overrides: Fields, guardrails: Fields) => {
      const key = await workspace.createGuardedKey({ daily_send_limit: 5, ...guardrails });

      const responses = await Promise.all(
        numberedAddresses(20).map((to) => workspace.send({ to, ...overrides }, key)),
      );

      expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
      expect(responses.filter(isDailyLimit)).toHaveLength(15);
      expect(await workspace.listEmails()).toHaveLength(5);
    },
  );

  // K-28
  test.each([
    ['sent', {}, {}, 3],
    ['scheduled', { scheduled_at: 'in 2 hours' }, {}, 3],
    ['held', {}, { requires_approval: true }, 3],
    ['skipped', { to: 'gone@example.com' }, {}, 0],
    [
      'skipped although a copied recipient remains',
      { to: 'gone@example.com', cc: ['li@example.com'], bcc: [] },
      {},
      0,
    ],
    ['refused by a check', { from: 'desk@unknown.example' }, {}, 0],
    ['sent without its suppressed recipients', { cc: ['gone@example.com'] }, {}, 2],
  ])(
    'counts only the recipients to be mailed for an email that is %s',
    async (_description, overrides: Fields, guardrails: Fields, counted) => {
      await workspace.suppress('gone@example.com');
      const key = await workspace.createGuardedKey({ daily_send_limit: 6, ...guardrails });

      await workspace.send(
        { to: 'kim@example.com', cc: ['li@example.com'], bcc: ['bo@example.com'], ...overrides },
        key,
      );

      expect(await remainingRecipients(key, 6)).toBe(6 - counted);
    },
  );

  // K-29
  test.each([
    ['rejects the message', 'MessageRejected', 1],
    ['throttles the request', 'TooManyRequestsException', 10],
  ])(
    'does not count an email when SES %s, and the plan does not either',
    async (_description, error, times) => {
      const key = await workspace.createGuardedKey({ daily_send_limit: 2 });
      await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', error, times });

      const response = await workspace.send({}, key);

      expect(refusalOf(response)).toMatchObject({ status: 502, type: 'provider_error' });
      expect([await remainingRecipients(key, 2), await workspace.getEmailsUsed()]).toEqual([2, 0]);
    },
  );

  // K-29
  test('counts no email that the plan refuses', async () => {
    await workspace.updateWorkspace({ plan: 'free', emails_used: 3_000 });
    const key = await workspace.createGuardedKey({ daily_send_limit: 2 });

    const response = await workspace.send({}, key);
    await workspace.updateWorkspace({ plan: 'paid' });

    expect(refusalOf(response)).toMatchObject({ status: 402 });
    expect(await remainingRecipients(key, 2)).toBe(2);
  });

  // K-28
  test('does not refund a canceled scheduled email', async () => {
    const key = await workspace.createGuardedKey({ daily_send_limit: 1 });
    const { id } = await workspace.sendAccepted({ scheduled_at: 'in 2 hours' }, key);

    await workspace.api('DELETE', `/v1/emails/${id}`);

    expect(isDailyLimit(await workspace.send({}, key))).toBe(true);
  });

  test('applies to one key, so another key and a token can send', async () => {
    const [key, other] = [
      await workspace.createGuardedKey({ daily_send_limit: 1 }),
      await workspace.createGuardedKey({ daily_send_limit: 1 }),
    ];
    await workspace.sendAccepted({}, key);

    const responses = [
      await workspace.send({}, key),
      await workspace.send({}, other),
      await workspace.send({}, await workspace.createToken()),
    ];

    expect(responses.map(({ status }) => status)).toEqual([429, 202, 202]);
  });

  test('allows sends after it is raised and refuses sends after it is lowered', async () => {
    const { key, setLimit } = await createAdjustableKey();
    await workspace.sendAccepted({ to: numberedAddresses(2) }, key);

    await setLimit(3);
    const raised = await workspace.send({}, key);
    await setLimit(1);
    const lowered = await workspace.send({}, key);

    expect([raised.status, isDailyLimit(lowered)]).toEqual([202, true]);
  });

  // K-29
  test('that is lower than the usage allows an email without remaining recipients', async () => {
    await workspace.suppress('gone@example.com');
    const { key, setLimit } = await createAdjustableKey();
    await workspace.sendAccepted({ to: numberedAddresses(2) }, key);
    await setLimit(1);

    const skipped = await workspace.send({ to: 'gone@example.com' }, key);

    expect(skipped).toMatchObject({ status: 202, body: { status: 'rejected', skipped: true } });
  });
});

describe('the daily limit of a key also applies to its descendant keys', () => {
  const createKeyBy = (creatorKey: string, daily_send_limit: number | null = null) =>
    aKey(service, { creatorKey, ...(daily_send_limit !== null && { daily_send_limit }) });

  // K-30
  test('child keys together cannot exceed the limit of their parent key', async () => {
    const parent = await createKeyBy(workspace.key, 3);
    const [child, sibling] = [await createKeyBy(parent.key, 3), await createKeyBy(parent.key, 3)];
    await workspace.sendAccepted({ to: numberedAddresses(2) }, child.key);

    const overLimit = await workspace.send({ to: numberedAddresses(2) }, sibling.key);
    const fittingSend = await workspace.send({}, sibling.key);
    const exhausted = [await workspace.send({}, parent.key), await workspace.send({}, child.key)];

    expect(refusalOf(overLimit)).toMatchObject({ status: 429, type: 'daily_limit' });
    expect(fittingSend.status).toBe(202);
    expect(exhausted.map(isDailyLimit)).toEqual([true, true]);
  });

  // K-30
  test('sends of a grandchild key count toward the limit, even after edits by other keys', async () => {
    const parent = await createKeyBy(workspace.key, 2);
    const child = await createKeyBy(parent.key, 2);
    const grandchild = await createKeyBy(child.key, 2);
    await workspace.api('PATCH', `/v1/api-keys/${child.id}`, { daily_send_limit: null });
    await workspace.api('PATCH', `/v1/api-keys/${grandchild.id}`, { daily_send_limit: null });

    await workspace.sendAccepted({ to: numberedAddresses(2) }, grandchild.key);

    expect(isDailyLimit(await workspace.send({}, grandchild.key))).toBe(true);
    expect(isDailyLimit(await workspace.send({}, parent.key))).toBe(true);
  });

  test('the current limit of a parent key applies, or the last limit of a revoked parent key', async () => {
    const parent = await createKeyBy(workspace.key);
    const child = await createKeyBy(parent.key);
    await workspace.sendAccepted({ to: numberedAddresses(2) }, child.key);
    await workspace.api('PATCH', `/v1/api-keys/${parent.id}`, { daily_send_limit: 1 });
    await workspace.sendAccepted({}, child.key);
    await workspace.api('DELETE', `/v1/api-keys/${parent.id}`);

    expect(isDailyLimit(await workspace.send({}, child.key))).toBe(true);
  });

  test('concurrent sends of parent and child keys cannot exceed the limit', async () => {
    const parent = await createKeyBy(workspace.key, 3);
    const children = [await createKeyBy(parent.key, 3), await createKeyBy(parent.key, 3)];

    const responses = await Promise.all(
      [...children, ...children, ...children, parent].map(({ key }) => workspace.send({}, key)),
    );

    expect(responses.filter(({ status }) => status === 202)).toHaveLength(3);
    expect(responses.filter(isDailyLimit)).toHaveLength(4);
  });

  // K-30
  test('if SES rejects an email, the recipients are refunded to all ancestor keys', async () => {
    const parent = await createKeyBy(workspace.key, 2);
    const child = await createKeyBy(parent.key, 2);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });

    const refused = await workspace.send({ to: numberedAddresses(2) }, child.key);

    expect(refused.status).toBe(502);
    expect([await remainingRecipients(child.key, 2), await remainingRecipients(parent.key, 2)]).toEqual([
      2, 2,
    ]);
  });

  test('a key with ten ancestors cannot create keys', async () => {
    let { key } = await createKeyBy(workspace.key);
    for (let depth = 2; depth <= 10; depth++) ({ key } = await createKeyBy(key));
    const tooDeep = await workspace.api(
      'POST',
      '/v1/api-keys',
      { name: 'Test', scopes: ['emails:send'] },
      key,
    );

    expect(refusalOf(tooDeep)).toMatchObject({ status: 403, type: 'forbidden' });
    expect((await workspace.send({}, key)).status).toBe(202);
  });
});

/** Creates a key whose daily limit can be changed. */
async function createAdjustableKey() {
  const { id, key } = await aKey(service, { creatorKey: workspace.key, daily_send_limit: 2 });
  const setLimit = (daily_send_limit: number) =>
    workspace.api('PATCH', `/v1/api-keys/${id}`, { daily_send_limit });
  return { key, setLimit };
}

describe('the allowlist', () => {
  const entries = ['Kim@Example.com', 'example.org', '@example.net'];

  // K-31
  test.each([
    ['the address', { to: 'Kim <KIM@example.COM>' }],
    ['its domain', { to: 'anybody@Example.org' }],
    ['the domain with an at sign', { to: 'anybody@example.net' }],
    ['to, cc and bcc', { cc: ['a@example.org'], bcc: ['b@example.net'] }],
  ])('allows covered recipients: %s', async (_description, overrides) => {
    const key = await workspace.createGuardedKey({ allowed_recipients: entries });

    expect((await workspace.send(overrides, key)).status).toBe(202);
  });

  // K-31
  test.each([
    ['another address in to', { to: ['kim@example.com', 'li@example.com'] }, 'li@example.com'],
    ['a copy', { cc: ['li@example.com'] }, 'li@example.com'],
    ['a blind copy', { bcc: ['Li <li@example.com>'] }, 'li@example.com'],
    ['a subdomain', { to: 'a@sub.example.org' }, 'a@sub.example.org'],
    ['a longer domain', { to: 'a@notexample.org' }, 'a@notexample.org'],
    ['a tagged address', { to: 'kim+1@example.com' }, 'kim+1@example.com'],
    ['a copy that would be dropped', { cc: ['gone@example.com'] }, 'gone@example.com'],
  ])('refuses recipients that are not covered: %s', async (_description, overrides, address) => {
    await workspace.suppress('gone@example.com');
    const key = await workspace.createGuardedKey({ allowed_recipients: entries, daily_send_limit: 50 });

    const response = await workspace.send(overrides, key);

    expect(refusalOf(response)).toMatchObject({ status: 403, type: 'recipient_not_allowed' });
    expect(response.body.error.message).toContain(address);
    expect([await workspace.listEmails(), await workspace.getEmailsUsed()]).toEqual([[], 0]);
  });

  // K-32
  test('applies to scheduled and held email', async () => {
    const key = await workspace.createGuardedKey({ allowed_recipients: entries, requires_approval: true });

    const response = await workspace.send({ to: 'li@example.com', scheduled_at: 'in 2 hours' }, key);

    expect(refusalOf(response)).toMatchObject({ type: 'recipient_not_allowed' });
  });
});

test('a token has no guardrails, even if the keys of the workspace have guardrails', async () => {
  await workspace.createGuardedKey({
    allowed_recipients: ['example.org'],
    daily_send_limit: 1,
    requires_approval: true,
  });
  const token = await workspace.createToken();

  const responses = [
    await workspace.send({}, token),
    await workspace.send({ to: numberedAddresses(3) }, token),
  ];

  expect(responses.map(({ body }) => body.status)).toEqual(['sent', 'sent']);
});

describe('billing', () => {
  const refusals = [
    'payment_method_required',
    'plan_limit_reached',
    'billing_past_due',
    'budget_exceeded',
  ] as const;

  const billingSettings: Record<(typeof refusals)[number], Fields> = {
    payment_method_required: { payment_method_verified: false },
    plan_limit_reached: { plan: 'free', emails_used: 3_000 },
    billing_past_due: { billing_past_due: true },
    budget_exceeded: { budget_cents: 0, budget_applies_to: 'all' },
  };

  // U-1
  test.each(refusals)(
    '%s is reported before later billing refusals, and no email is stored or counted',
    async (type) => {
      const settingsFromHere = refusals
        .slice(refusals.indexOf(type))
        .map((refusalType) => billingSettings[refusalType]);
      await workspace.updateWorkspace(Object.assign({}, ...settingsFromHere) as Fields);
      const used = await workspace.getEmailsUsed();

      for (const overrides of [{}, { scheduled_at: 'in 2 hours' }, { risk_class: 'marketing' }]) {
        expect(refusalOf(await workspace.send(overrides))).toMatchObject({ status: 402, type });
      }

      expect([await workspace.listEmails(), await workspace.getEmailsUsed()]).toEqual([[], used]);
    },
  );

  // E-33, U-2
  test('the plan counts every remaining recipient and allows exactly its limit', async () => {
    await workspace.updateWorkspace({ plan: 'free', emails_used: 2_997 });
    await workspace.suppress('gone@example.com');

    const overLimit = await workspace.send({
      to: numberedAddresses(2),
      cc: ['li@example.com'],
      bcc: ['bo@example.com'],
    });
    const fittingSend = await workspace.send({
      to: numberedAddresses(1),
      cc: ['gone@example.com', 'li@example.com'],
      bcc: ['bo@example.com'],
    });
    const next = await workspace.send();

    expect(refusalOf(overLimit)).toMatchObject({ type: 'plan_limit_reached' });
    expect(fittingSend.status).toBe(202);
    expect(refusalOf(next)).toMatchObject({ type: 'plan_limit_reached' });
    expect([await workspace.getEmailsUsed(), (await workspace.outbox()).length]).toEqual([3_000, 1]);
  });

  // U-6
  test('the plan allows exactly its limit of 30 concurrent sends', async () => {
    await workspace.updateWorkspace({ plan: 'free', emails_used: 2_993 });

    const responses = await Promise.all(numberedAddresses(30).map((to) => workspace.send({ to })));

    expect(responses.filter(({ status }) => status === 202)).toHaveLength(7);
    expect([await workspace.getEmailsUsed(), (await workspace.listEmails()).length]).toEqual([3_000, 7]);
  });

  // U-4
  test('a budget pauses only marketing email, unless the budget applies to all email', async () => {
    await workspace.updateWorkspace({ plan: 'paid', budget_cents: 1, emails_used: 10 });

    const marketingSend = await workspace.send({ risk_class: 'marketing' });
    const transactionalSend = await workspace.send();
    await workspace.updateWorkspace({ budget_applies_to: 'all' });
    const pausedSend = await workspace.send();

    expect(refusalOf(marketingSend)).toMatchObject({ type: 'budget_exceeded' });
    expect(transactionalSend.status).toBe(202);
    expect(refusalOf(pausedSend)).toMatchObject({ type: 'budget_exceeded' });
  });
});
