import { presentUsage } from '../../../functions/api/usage/present';
import { aWorkspaceRecord } from '../../support/billing/workspace';
import { aWorkspace } from '../../support/factories';
import { useService } from '../../support/use-service';

const service = useService();

/** Returns the usage of a workspace with these settings. */
async function usageOf(settings: Record<string, unknown>) {
  const { key } = await aWorkspace(service, settings);
  const { status, body } = await service.api('GET', '/v1/usage', { key });
  return { status, body };
}

/** Returns the current month of the service's clock. */
async function thisMonth() {
  const now = await service.now();
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  const start = (monthIndex: number) => new Date(Date.UTC(year, monthIndex)).toISOString();
  return { period_start: start(month - 1), period_end: start(month) };
}

// U-8
test('for a workspace without limits, the response shows only the usage', async () => {
  const response = await usageOf({});

  expect(response).toEqual({
    status: 200,
    body: {
      plan: 'unmetered',
      ...(await thisMonth()),
      emails_included: null,
      emails_used: 0,
      emails_remaining: null,
      sending_locked: false,
      lock_reason: null,
      suspended_reason: null,
      estimated_cents: 0,
      budget_cents: null,
    },
  });
});

// U-8
test('the free plan shows the remaining recipients and costs nothing', async () => {
  const { body } = await usageOf({ plan: 'free', emails_used: 12, budget_cents: 500 });

  expect(body).toEqual({
    plan: 'free',
    ...(await thisMonth()),
    emails_included: 3_000,
    emails_used: 12,
    emails_remaining: 2_988,
    sending_locked: false,
    lock_reason: null,
    suspended_reason: null,
    estimated_cents: 0,
    budget_cents: 500,
  });
});

test.each([
  ['paid', 12_345, 1_234.5],
  ['unmetered', 1, 0.1],
])('on the plan %s, %i recipients are estimated at %f cents', async (plan, emails_used, estimated_cents) => {
  const { body } = await usageOf({ plan, emails_used });

  expect(body).toMatchObject({ emails_used, estimated_cents, emails_included: null, emails_remaining: null });
});

// U-9
test.each([
  [{ plan: 'free', emails_used: 2_999 }, 1, null],
  [{ plan: 'free', emails_used: 3_000 }, 0, 'plan_limit_reached'],
  [{ plan: 'free', emails_used: 3_007 }, 0, 'plan_limit_reached'],
  [{ plan: 'free', payment_method_verified: false }, 3_000, 'payment_method_required'],
  [{ plan: 'paid', billing_past_due: true }, null, 'billing_past_due'],
  [{ plan: 'paid', emails_used: 10, budget_cents: 1 }, null, null],
  [{ plan: 'paid', emails_used: 9, budget_cents: 1, budget_applies_to: 'all' }, null, null],
  [{ plan: 'paid', emails_used: 10, budget_cents: 1, budget_applies_to: 'all' }, null, 'budget_exceeded'],
])(
  'with the settings %j, %s recipients remain and the lock is %s',
  async (settings, emails_remaining, lock_reason) => {
    const { body } = await usageOf(settings);

    expect(body).toMatchObject({ emails_remaining, sending_locked: lock_reason !== null, lock_reason });
  },
);

// U-9
test('if there are several locks, the response shows the first in the order of the checks', async () => {
  const allLocks = {
    plan: 'free',
    emails_used: 3_000,
    payment_method_verified: false,
    billing_past_due: true,
    budget_cents: 0,
    budget_applies_to: 'all',
  };
  const { id, key } = await aWorkspace(service, allLocks);
  const lockReasons: string[] = [];

  for (const change of [
    {},
    { payment_method_verified: true },
    { emails_used: 0 },
    { billing_past_due: false },
    { budget_cents: null },
  ]) {
    await service.control('PATCH', `/workspaces/${id}`, change);
    lockReasons.push((await service.api('GET', '/v1/usage', { key })).body.lock_reason);
  }

  expect(lockReasons).toEqual([
    'payment_method_required',
    'plan_limit_reached',
    'billing_past_due',
    'budget_exceeded',
    null,
  ]);
});

test('the request requires the scope emails:read but no domain', async () => {
  const { key } = await aWorkspace(service);
  const reader = await service.api('POST', '/v1/api-keys', {
    key,
    body: { name: 'R', scopes: ['emails:read'] },
  });

  const { status } = await service.api('GET', '/v1/usage', { key: reader.body.key });

  expect(status).toBe(200);
});

// U-10
test('a suspended workspace receives the reason, even if its plan allows sending', async () => {
  const { body } = await usageOf({ suspended_reason: 'Complaints' });

  expect(body).toMatchObject({ sending_locked: false, lock_reason: null, suspended_reason: 'Complaints' });
});

// U-11
test('the counter and the lock reset and the period advances at the end of the month', () => {
  const usedUpWorkspace = aWorkspaceRecord({ plan: 'free', emailsUsed: 3_000, usagePeriod: '2026-12' });

  const before = presentUsage(usedUpWorkspace, Date.parse('2026-12-31T23:59:59.999Z'));
  const after = presentUsage(usedUpWorkspace, Date.parse('2027-01-01T00:00:00.000Z'));

  expect(before).toMatchObject({
    emails_used: 3_000,
    emails_remaining: 0,
    lock_reason: 'plan_limit_reached',
  });
  expect(after).toMatchObject({
    period_start: '2027-01-01T00:00:00.000Z',
    period_end: '2027-02-01T00:00:00.000Z',
    emails_used: 0,
    emails_remaining: 3_000,
    lock_reason: null,
  });
});
