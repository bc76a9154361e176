import type { Workspace } from '../../../shared/db/records/workspaces';

/** A time in the middle of the workspace's billing period. */
export const inPeriod = Date.parse('2026-11-15T12:00:00.000Z');

export const aWorkspaceRecord = (overrides: Partial<Workspace> = {}): Workspace => ({
  id: '01a00000-0000-7000-8000-000000000000',
  name: 'Acme',
  plan: 'unmetered',
  paymentMethodVerified: true,
  billingPastDue: false,
  budgetCents: null,
  budgetAppliesTo: 'marketing',
  emailsUsed: 0,
  usagePeriod: '2026-11',
  postalAddress: null,
  suspendedReason: null,
  requestsPerMinute: 6_000,
  linkSecret: 'secret',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...overrides,
});
