import fc from 'fast-check';
import {
  billingRefusals,
  findBillingRefusal,
  refuseByBilling,
} from '../../../shared/domain/platform/billing/billing-refusals';
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

/** Returns the refusal that a client would receive, or undefined if there is none. */
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

const allRefusals: Partial<Workspace> = {
  plan: 'free',
  paymentMethodVerified: false,
  emailsUsed: 3_000,
  billingPastDue: true,
  budgetCents: 0,
  budgetAppliesTo: 'all',
};

test('a new workspace may send to any number of recipients', () => {
  expect(typeOf({}, { recipients: 1_000_000 })).toBeUndefined();
  expect(typeOf({}, { recipients: 1_000_000, riskClass: 'marketing' })).toBeUndefined();
});

test('if several refusals apply, only the first in the order of U-5 is reported', () => {
  const cleared = [
    allRefusals,
    { ...allRefusals, paymentMethodVerified: true },
    { ...allRefusals, paymentMethodVerified: true, emailsUsed: 0 },
    { ...allRefusals, paymentMethodVerified: true, emailsUsed: 0, billingPastDue: false },
    { ...allRefusals, paymentMethodVerified: true, emailsUsed: 0, billingPastDue: false, budgetCents: null },
  ];

  expect(cleared.map((settings) => typeOf(settings))).toEqual([...billingRefusals, undefined]);
});

// U-1, U-3
test.each(['unmetered', 'free', 'paid'] as const)(
  'a missing payment method and an unpaid subscription block the plan %s',
  (plan) => {
    expect(typeOf({ plan, paymentMethodVerified: false })).toBe('payment_method_required');
    expect(typeOf({ plan, billingPastDue: true })).toBe('billing_past_due');
  },
);

// U-2
test.each([
  ['free', 2_999, 1, undefined],
  ['free', 2_999, 2, 'plan_limit_reached'],
  ['free', 3_000, 0, undefined],
  ['free', 3_000, 1, 'plan_limit_reached'],
  ['free', 0, 3_001, 'plan_limit_reached'],
  ['paid', 3_000, 1, undefined],
  ['unmetered', 3_000, 1, undefined],
] as const)(
  'on the plan %s with %i used recipients, the refusal of a send to %i recipients is %s',
  (plan, emailsUsed, recipients, type) => {
    expect(typeOf({ plan, emailsUsed }, { recipients })).toBe(type);
  },
);

test.each([
  // Ten recipients cost one cent.
  [1, 9, 1, undefined],
  [1, 9, 2, 'budget_exceeded'],
  [1, 10, 0, 'budget_exceeded'],
  [1, 10, 1, 'budget_exceeded'],
  [0, 0, 1, 'budget_exceeded'],
  [null, 1_000_000, 1, undefined],
] as const)(
  'with a budget of %s cents and %i used recipients, the refusal of a marketing send to %i recipients is %s',
  (budgetCents, emailsUsed, recipients, type) => {
    expect(typeOf({ plan: 'paid', budgetCents, emailsUsed }, { recipients, riskClass: 'marketing' })).toBe(
      type,
    );
  },
);

// U-4
test('a budget stops only marketing email, unless the budget applies to all email', () => {
  const usedUpBudget = { plan: 'paid', budgetCents: 1, emailsUsed: 10 } as const;

  expect(typeOf(usedUpBudget)).toBeUndefined();
  expect(typeOf(usedUpBudget, { riskClass: 'marketing' })).toBe('budget_exceeded');
  expect(typeOf({ ...usedUpBudget, budgetAppliesTo: 'all' })).toBe('budget_exceeded');
});

test('the free plan costs nothing, so only a budget of zero blocks it', () => {
  const freePlan = { plan: 'free', emailsUsed: 2_000, budgetAppliesTo: 'all' } as const;

  expect(typeOf({ ...freePlan, budgetCents: 1 })).toBeUndefined();
  expect(typeOf({ ...freePlan, budgetCents: 0 })).toBe('budget_exceeded');
});

test('usage is counted if its month is the current month or later, but not if its month is earlier', () => {
  const usedUpPlan = { plan: 'free', emailsUsed: 3_000 } as const;

  expect(typeOf({ ...usedUpPlan, usagePeriod: '2026-10' })).toBeUndefined();
  expect(typeOf({ ...usedUpPlan, usagePeriod: '2025-12' })).toBeUndefined();
  expect(typeOf({ ...usedUpPlan, usagePeriod: '2026-12' })).toBe('plan_limit_reached');
});

test('each refusal has the status 402 and gives a remedy and the time at which the refusal ends', () => {
  expect(refusalOf({ paymentMethodVerified: false })).toEqual({
    status: 402,
    type: 'payment_method_required',
    message:
      'This workspace has no verified payment method and cannot send email. Ask the workspace owner to add a payment method',
  });
  expect(refusalOf({ plan: 'free', emailsUsed: 2_999 }, { recipients: 51 })).toEqual({
    status: 402,
    type: 'plan_limit_reached',
    message:
      'This workspace has used 2999 of the 3000 monthly recipients of the free plan, and this send needs ' +
      '51. Ask the workspace owner to change the plan, or wait until 2026-12-01T00:00:00.000Z',
  });
  expect(refusalOf({ billingPastDue: true })).toEqual({
    status: 402,
    type: 'billing_past_due',
    message:
      'This workspace has an unpaid subscription and cannot send email. Ask the workspace owner to pay',
  });
  expect(
    refusalOf({ plan: 'paid', budgetCents: 12, emailsUsed: 119 }, { recipients: 2, riskClass: 'marketing' }),
  ).toEqual({
    status: 402,
    type: 'budget_exceeded',
    message:
      'This workspace has used 11.9 of the 12 cents of its monthly budget for marketing email, and this ' +
      'send costs 0.2. Ask the workspace owner to raise the budget, or wait until ' +
      '2026-12-01T00:00:00.000Z',
  });
});

test('a refused send is also refused with more recipients, more usage or a smaller budget', () => {
  const count = fc.nat(4_000);
  const settings = fc.record({
    plan: fc.constantFrom('free' as const, 'paid' as const, 'unmetered' as const),
    emailsUsed: count,
    budgetCents: fc.option(fc.nat(400)),
    budgetAppliesTo: fc.constantFrom('marketing' as const, 'all' as const),
  });
  const riskClass = fc.constantFrom('transactional' as const, 'marketing' as const);

  fc.assert(
    fc.property(settings, count, riskClass, count, (settingsSample, recipients, risk, extra) => {
      const findRefusal = (changes: Partial<Workspace>, recipientCount: number) =>
        findBillingRefusal(
          aWorkspaceRecord({ ...settingsSample, ...changes }),
          aSend({ recipients: recipientCount, riskClass: risk }),
        );
      if (!findRefusal({}, recipients)) return;

      expect(findRefusal({}, recipients + extra)).toBeDefined();
      expect(findRefusal({ emailsUsed: settingsSample.emailsUsed + extra }, recipients)).toBeDefined();
      if (settingsSample.budgetCents === null) return;
      expect(
        findRefusal({ budgetCents: Math.max(0, settingsSample.budgetCents - extra) }, recipients),
      ).toBeDefined();
    }),
  );
});
