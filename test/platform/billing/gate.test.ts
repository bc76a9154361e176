import fc from 'fast-check';
import {
  billingRefusals,
  findBillingRefusal,
  refuseByBilling,
} from '../../../shared/domain/platform/billing/gate';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { ApiError } from '../../../shared/core/errors';
import { aWorkspaceRecord, inPeriod } from '../../support/billing/workspace';

type Send = Parameters<typeof refuseByBilling>[1];

const aSend = (overrides: Partial<Send> = {}): Send => ({
  recipients: 1,
  riskClass: 'transactional',
  at: inPeriod,
  ...overrides,
});

/** The refusal as a client gets it, or undefined. */
function refusalOf(settings: Partial<Workspace>, send: Partial<Send> = {}) {
  try {
    refuseByBilling(aWorkspaceRecord(settings), aSend(send));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, type: error.type, message: error.message };
  }
}

const typeOf = (settings: Partial<Workspace>, send: Partial<Send> = {}) => refusalOf(settings, send)?.type;

const everything: Partial<Workspace> = {
  plan: 'free',
  paymentMethodVerified: false,
  emailsUsed: 3_000,
  billingPastDue: true,
  budgetCents: 0,
  budgetAppliesTo: 'all',
};

test('a workspace as it is made may send to any number', () => {
  expect(typeOf({}, { recipients: 1_000_000 })).toBeUndefined();
  expect(typeOf({}, { recipients: 1_000_000, riskClass: 'marketing' })).toBeUndefined();
});

test('of several refusals the first of core.md decides; each that is cleared shows the next', () => {
  const cleared = [
    everything,
    { ...everything, paymentMethodVerified: true },
    { ...everything, paymentMethodVerified: true, emailsUsed: 0 },
    { ...everything, paymentMethodVerified: true, emailsUsed: 0, billingPastDue: false },
    { ...everything, paymentMethodVerified: true, emailsUsed: 0, billingPastDue: false, budgetCents: null },
  ];

  expect(cleared.map((settings) => typeOf(settings))).toEqual([...billingRefusals, undefined]);
});

test.each(['unmetered', 'free', 'paid'] as const)(
  'a missing payment method and an unpaid subscription stop the plan %s',
  (plan) => {
    expect(typeOf({ plan, paymentMethodVerified: false })).toBe('payment_method_required');
    expect(typeOf({ plan, billingPastDue: true })).toBe('billing_past_due');
  },
);

test.each([
  ['free', 2_999, 1, undefined],
  ['free', 2_999, 2, 'plan_limit_reached'],
  ['free', 3_000, 0, undefined],
  ['free', 3_000, 1, 'plan_limit_reached'],
  ['free', 0, 3_001, 'plan_limit_reached'],
  ['paid', 3_000, 1, undefined],
  ['unmetered', 3_000, 1, undefined],
] as const)(
  'on the plan %s with %i used, a send to %i is refused with %s',
  (plan, emailsUsed, recipients, type) => {
    expect(typeOf({ plan, emailsUsed }, { recipients })).toBe(type);
  },
);

test.each([
  // A cent is ten recipients.
  [1, 9, 1, undefined],
  [1, 9, 2, 'budget_exceeded'],
  [1, 10, 0, 'budget_exceeded'],
  [1, 10, 1, 'budget_exceeded'],
  [0, 0, 1, 'budget_exceeded'],
  [null, 1_000_000, 1, undefined],
] as const)(
  'with a budget of %s cents and %i used, marketing to %i is refused with %s',
  (budgetCents, emailsUsed, recipients, type) => {
    expect(typeOf({ plan: 'paid', budgetCents, emailsUsed }, { recipients, riskClass: 'marketing' })).toBe(
      type,
    );
  },
);

test('a budget stops marketing only, unless it applies to everything', () => {
  const spent = { plan: 'paid', budgetCents: 1, emailsUsed: 10 } as const;

  expect(typeOf(spent)).toBeUndefined();
  expect(typeOf(spent, { riskClass: 'marketing' })).toBe('budget_exceeded');
  expect(typeOf({ ...spent, budgetAppliesTo: 'all' })).toBe('budget_exceeded');
});

test('the free plan costs nothing, so that only a budget of nothing stops it', () => {
  const free = { plan: 'free', emailsUsed: 2_000, budgetAppliesTo: 'all' } as const;

  expect(typeOf({ ...free, budgetCents: 1 })).toBeUndefined();
  expect(typeOf({ ...free, budgetCents: 0 })).toBe('budget_exceeded');
});

test('a counter of another month counts nothing; one that is ahead of our clock counts', () => {
  const full = { plan: 'free', emailsUsed: 3_000 } as const;

  expect(typeOf({ ...full, usagePeriod: '2026-10' })).toBeUndefined();
  expect(typeOf({ ...full, usagePeriod: '2025-12' })).toBeUndefined();
  expect(typeOf({ ...full, usagePeriod: '2026-12' })).toBe('plan_limit_reached');
});

test('each refusal is 402 and says what a person has to do, and where it ends by itself, when', () => {
  expect(refusalOf({ paymentMethodVerified: false })).toEqual({
    status: 402,
    type: 'payment_method_required',
    message: 'This workspace has no verified payment method, so no mail leaves: a person has to add one',
  });
  expect(refusalOf({ plan: 'free', emailsUsed: 2_999 }, { recipients: 51 })).toEqual({
    status: 402,
    type: 'plan_limit_reached',
    message:
      'The free plan has 3000 recipients a month, of which 2999 are used; this needs 51. ' +
      'A person can change the plan, or wait for 2026-12-01T00:00:00.000Z',
  });
  expect(refusalOf({ billingPastDue: true })).toEqual({
    status: 402,
    type: 'billing_past_due',
    message: 'The subscription of this workspace is unpaid, so no mail leaves: a person has to pay it',
  });
  expect(
    refusalOf({ plan: 'paid', budgetCents: 12, emailsUsed: 119 }, { recipients: 2, riskClass: 'marketing' }),
  ).toEqual({
    status: 402,
    type: 'budget_exceeded',
    message:
      'The budget for marketing mail is 12 cents a month, of which 11.9 are used; this costs 0.2. ' +
      'A person can raise it, or wait for 2026-12-01T00:00:00.000Z',
  });
});

test('a send that is refused stays refused with more recipients, more use or a smaller budget', () => {
  const count = fc.nat(4_000);
  const settings = fc.record({
    plan: fc.constantFrom('free' as const, 'paid' as const, 'unmetered' as const),
    emailsUsed: count,
    budgetCents: fc.option(fc.nat(400)),
    budgetAppliesTo: fc.constantFrom('marketing' as const, 'all' as const),
  });
  const riskClass = fc.constantFrom('transactional' as const, 'marketing' as const);

  fc.assert(
    fc.property(settings, count, riskClass, count, (given, recipients, risk, more) => {
      const refused = (changes: Partial<Workspace>, n: number) =>
        findBillingRefusal(
          aWorkspaceRecord({ ...given, ...changes }),
          aSend({ recipients: n, riskClass: risk }),
        );
      if (!refused({}, recipients)) return;

      expect(refused({}, recipients + more)).toBeDefined();
      expect(refused({ emailsUsed: given.emailsUsed + more }, recipients)).toBeDefined();
      if (given.budgetCents === null) return;
      expect(refused({ budgetCents: Math.max(0, given.budgetCents - more) }, recipients)).toBeDefined();
    }),
  );
});
