import { randomUUID } from 'node:crypto';
import type * as Keys from '../../../shared/db/keys';
import type * as Table from '../../../shared/db/table';
import type * as ChargeModule from '../../../shared/domain/platform/billing/charge';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { startRealTable } from '../../db/support/real-table';
import { aWorkspaceRecord, inPeriod } from '../../support/billing/workspace';

let realTable: Awaited<ReturnType<typeof startRealTable>>;
let table: typeof Table;
let keys: typeof Keys.keys;
let billing: typeof ChargeModule;

beforeAll(async () => {
  realTable = await startRealTable();
  // The modules open their client for the table that the environment names, as in a function.
  table = await import('../../../shared/db/table');
  ({ keys } = await import('../../../shared/db/keys'));
  billing = await import('../../../shared/domain/platform/billing/charge');
});

afterAll(() => realTable.stop());

async function storeWorkspace(overrides: Partial<Workspace> = {}): Promise<Workspace> {
  const workspace = aWorkspaceRecord({ id: randomUUID(), ...overrides });
  await table.putItem({ ...keys.workspace(workspace.id), ...workspace });
  return workspace;
}

const readStored = ({ id }: Workspace) => table.getItem<Workspace>(keys.workspace(id));

const readUsage = async (workspace: Workspace) => {
  const now = await readStored(workspace);
  return [now?.usagePeriod, now?.emailsUsed];
};

const usageOfSend = (overrides: object = {}) => ({
  recipients: 1,
  riskClass: 'transactional' as const,
  at: inPeriod,
  ...overrides,
});

const inNextPeriod = Date.parse('2026-12-01T00:00:00.000Z');

/** Charges concurrently. Returns the number of successful charges and the error types of the refused charges. */
async function chargeConcurrently(workspace: Workspace, count: number, send = usageOfSend()) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => billing.chargeUsage(workspace, send)),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.type] : [],
  );
  return { charged: count - refusals.length, refusals: [...new Set(refusals)] };
}

test('a charge changes only the usage and returns the period and the updated workspace', async () => {
  const staleWorkspace = await storeWorkspace({ emailsUsed: 5 });
  await table.putItem({ ...keys.workspace(staleWorkspace.id), ...staleWorkspace, suspendedReason: 'spam' });

  const charge = await billing.chargeUsage(staleWorkspace, usageOfSend({ recipients: 51 }));

  expect(charge).toEqual({ period: '2026-11', workspace: await readStored(staleWorkspace) });
  expect(charge.workspace).toMatchObject({ ...staleWorkspace, suspendedReason: 'spam', emailsUsed: 56 });
});

test.each([
  [1, undefined, 3_000],
  [2, 'plan_limit_reached', 2_999],
])(
  'with one recipient left on the free plan, a charge of %i recipients has the error type %s',
  async (recipients, type, after) => {
    const workspace = await storeWorkspace({ plan: 'free', emailsUsed: 2_999 });

    const { refusals } = await chargeConcurrently(workspace, 1, usageOfSend({ recipients }));

    expect(refusals).toEqual(type ? [type] : []);
    expect(await readUsage(workspace)).toEqual(['2026-11', after]);
  },
);

// U-6
test('the free plan accepts only the concurrent sends that fit its limit', async () => {
  const workspace = await storeWorkspace({ plan: 'free', emailsUsed: 2_970 });

  const outcome = await chargeConcurrently(workspace, 40, usageOfSend({ recipients: 2 }));

  expect(outcome).toEqual({ charged: 15, refusals: ['plan_limit_reached'] });
  expect(await readUsage(workspace)).toEqual(['2026-11', 3_000]);
});

test('concurrent sends cannot exceed a budget that applies to them', async () => {
  const workspace = await storeWorkspace({ plan: 'paid', budgetCents: 2, emailsUsed: 10 });

  const marketing = await chargeConcurrently(workspace, 20, usageOfSend({ riskClass: 'marketing' }));
  const transactional = await chargeConcurrently(workspace, 20);

  expect(marketing).toEqual({ charged: 10, refusals: ['budget_exceeded'] });
  expect(transactional).toEqual({ charged: 20, refusals: [] });
  expect(await readUsage(workspace)).toEqual(['2026-11', 40]);
});

test('without a limit, every concurrent charge is counted', async () => {
  const workspace = await storeWorkspace();

  const { charged } = await chargeConcurrently(workspace, 30, usageOfSend({ recipients: 50 }));

  expect(charged).toBe(30);
  expect(await readUsage(workspace)).toEqual(['2026-11', 1_500]);
});

test('concurrent first charges of a month start one period and are all counted', async () => {
  const workspace = await storeWorkspace({ plan: 'free', emailsUsed: 3_000 });

  const outcome = await chargeConcurrently(workspace, 30, usageOfSend({ at: inNextPeriod, recipients: 2 }));

  expect(outcome).toEqual({ charged: 30, refusals: [] });
  expect(await readUsage(workspace)).toEqual(['2026-12', 60]);
});

test('a charge by a function with a slow clock is counted in the month that another function started', async () => {
  const staleWorkspace = await storeWorkspace({ emailsUsed: 7 });
  await billing.chargeUsage(staleWorkspace, usageOfSend({ at: inNextPeriod, recipients: 3 }));

  const lateCharge = await billing.chargeUsage(staleWorkspace, usageOfSend({ recipients: 2 }));

  expect(lateCharge.period).toBe('2026-12');
  expect(await readUsage(staleWorkspace)).toEqual(['2026-12', 5]);
});

test('a send is allowed if the plan was upgraded after the function read the workspace', async () => {
  const staleWorkspace = await storeWorkspace({ plan: 'free', emailsUsed: 2_999 });
  await table.putItem({
    ...keys.workspace(staleWorkspace.id),
    ...staleWorkspace,
    plan: 'paid',
    emailsUsed: 3_000,
  });

  await billing.chargeUsage(staleWorkspace, usageOfSend());

  expect(await readUsage(staleWorkspace)).toEqual(['2026-11', 3_001]);
});

test('recipients of unsent emails are refunded', async () => {
  const workspace = await storeWorkspace({ emailsUsed: 5 });
  const { period } = await billing.chargeUsage(workspace, usageOfSend({ recipients: 4 }));

  await billing.refundUsage(workspace.id, { recipients: 3, period });

  expect(await readUsage(workspace)).toEqual(['2026-11', 6]);
});

test('concurrent refunds never make the counter negative', async () => {
  const workspace = await storeWorkspace({ emailsUsed: 41 });

  await Promise.all(
    Array.from({ length: 30 }, () => billing.refundUsage(workspace.id, { recipients: 2, period: '2026-11' })),
  );

  expect(await readUsage(workspace)).toEqual(['2026-11', 1]);
});

test('a refund for an earlier month, without recipients, or for a missing workspace changes nothing', async () => {
  const workspace = await storeWorkspace({ usagePeriod: '2026-12', emailsUsed: 5 });
  const missingWorkspace = aWorkspaceRecord({ id: randomUUID() });

  await billing.refundUsage(workspace.id, { recipients: 3, period: '2026-11' });
  await billing.refundUsage(workspace.id, { recipients: 0, period: '2026-12' });
  await billing.refundUsage(missingWorkspace.id, { recipients: 3, period: '2026-11' });

  expect(await readUsage(workspace)).toEqual(['2026-12', 5]);
  expect(await readStored(missingWorkspace)).toBeUndefined();
});
