import { randomUUID } from 'node:crypto';
import type * as Keys from '../../../shared/db/keys';
import type * as Table from '../../../shared/db/table';
import type * as ChargeModule from '../../../shared/domain/platform/billing/charge';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { startRealTable } from '../../db/support/real-table';
import { aWorkspaceRecord, inPeriod } from '../../support/billing/workspace';

let real: Awaited<ReturnType<typeof startRealTable>>;
let table: typeof Table;
let keys: typeof Keys.keys;
let billing: typeof ChargeModule;

beforeAll(async () => {
  real = await startRealTable();
  // They open their client for the table that the environment names, as in a function.
  table = await import('../../../shared/db/table');
  ({ keys } = await import('../../../shared/db/keys'));
  billing = await import('../../../shared/domain/platform/billing/charge');
});

afterAll(() => real.stop());

async function aStored(overrides: Partial<Workspace> = {}): Promise<Workspace> {
  const workspace = aWorkspaceRecord({ id: randomUUID(), ...overrides });
  await table.putItem({ ...keys.workspace(workspace.id), ...workspace });
  return workspace;
}

const stored = ({ id }: Workspace) => table.getItem<Workspace>(keys.workspace(id));

const used = async (workspace: Workspace) => {
  const now = await stored(workspace);
  return [now?.usagePeriod, now?.emailsUsed];
};

const aSend = (overrides: object = {}) => ({
  recipients: 1,
  riskClass: 'transactional' as const,
  at: inPeriod,
  ...overrides,
});

const inNextPeriod = Date.parse('2026-12-01T00:00:00.000Z');

/** How many of so many charges at once went through, and why the others did not. */
async function chargeAtOnce(workspace: Workspace, count: number, send = aSend()) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => billing.chargeUsage(workspace, send)),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.type] : [],
  );
  return { charged: count - refusals.length, refusals: [...new Set(refusals)] };
}

test('a charge counts every recipient, changes nothing else, and says its period and how the workspace is then', async () => {
  const read = await aStored({ emailsUsed: 5 });
  await table.putItem({ ...keys.workspace(read.id), ...read, suspendedReason: 'spam' });

  const charge = await billing.chargeUsage(read, aSend({ recipients: 51 }));

  expect(charge).toEqual({ period: '2026-11', workspace: await stored(read) });
  expect(charge.workspace).toMatchObject({ ...read, suspendedReason: 'spam', emailsUsed: 56 });
});

test.each([
  [1, undefined, 3_000],
  [2, 'plan_limit_reached', 2_999],
])('with one recipient left on the free plan, a charge of %i gives %s', async (recipients, type, after) => {
  const workspace = await aStored({ plan: 'free', emailsUsed: 2_999 });

  const { refusals } = await chargeAtOnce(workspace, 1, aSend({ recipients }));

  expect(refusals).toEqual(type ? [type] : []);
  expect(await used(workspace)).toEqual(['2026-11', after]);
});

test('of forty sends at once that all fit alone, the free plan lets through what fits together', async () => {
  const workspace = await aStored({ plan: 'free', emailsUsed: 2_970 });

  const outcome = await chargeAtOnce(workspace, 40, aSend({ recipients: 2 }));

  expect(outcome).toEqual({ charged: 15, refusals: ['plan_limit_reached'] });
  expect(await used(workspace)).toEqual(['2026-11', 3_000]);
});

test('a budget is not passed together either, and only by what it applies to', async () => {
  const workspace = await aStored({ plan: 'paid', budgetCents: 2, emailsUsed: 10 });

  const marketing = await chargeAtOnce(workspace, 20, aSend({ riskClass: 'marketing' }));
  const transactional = await chargeAtOnce(workspace, 20);

  expect(marketing).toEqual({ charged: 10, refusals: ['budget_exceeded'] });
  expect(transactional).toEqual({ charged: 20, refusals: [] });
  expect(await used(workspace)).toEqual(['2026-11', 40]);
});

test('without a ceiling every charge counts, however many at once', async () => {
  const workspace = await aStored();

  const { charged } = await chargeAtOnce(workspace, 30, aSend({ recipients: 50 }));

  expect(charged).toBe(30);
  expect(await used(workspace)).toEqual(['2026-11', 1_500]);
});

test('the first charges of a month begin it together, and lose nothing', async () => {
  const workspace = await aStored({ plan: 'free', emailsUsed: 3_000 });

  const outcome = await chargeAtOnce(workspace, 30, aSend({ at: inNextPeriod, recipients: 2 }));

  expect(outcome).toEqual({ charged: 30, refusals: [] });
  expect(await used(workspace)).toEqual(['2026-12', 60]);
});

test('a clock that is behind counts into the month that another one began', async () => {
  const read = await aStored({ emailsUsed: 7 });
  await billing.chargeUsage(read, aSend({ at: inNextPeriod, recipients: 3 }));

  const late = await billing.chargeUsage(read, aSend({ recipients: 2 }));

  expect(late.period).toBe('2026-12');
  expect(await used(read)).toEqual(['2026-12', 5]);
});

test('a plan that was raised after the workspace was read lets the send through', async () => {
  const read = await aStored({ plan: 'free', emailsUsed: 2_999 });
  await table.putItem({ ...keys.workspace(read.id), ...read, plan: 'paid', emailsUsed: 3_000 });

  await billing.chargeUsage(read, aSend());

  expect(await used(read)).toEqual(['2026-11', 3_001]);
});

test('what did not leave is given back', async () => {
  const workspace = await aStored({ emailsUsed: 5 });
  const { period } = await billing.chargeUsage(workspace, aSend({ recipients: 4 }));

  await billing.refundUsage(workspace.id, { recipients: 3, period });

  expect(await used(workspace)).toEqual(['2026-11', 6]);
});

test('thirty refunds at once never take the counter below nothing', async () => {
  const workspace = await aStored({ emailsUsed: 41 });

  await Promise.all(
    Array.from({ length: 30 }, () => billing.refundUsage(workspace.id, { recipients: 2, period: '2026-11' })),
  );

  expect(await used(workspace)).toEqual(['2026-11', 1]);
});

test('a refund of an earlier month, of nobody, and for a workspace that is gone change nothing', async () => {
  const workspace = await aStored({ usagePeriod: '2026-12', emailsUsed: 5 });
  const gone = aWorkspaceRecord({ id: randomUUID() });

  await billing.refundUsage(workspace.id, { recipients: 3, period: '2026-11' });
  await billing.refundUsage(workspace.id, { recipients: 0, period: '2026-12' });
  await billing.refundUsage(gone.id, { recipients: 3, period: '2026-11' });

  expect(await used(workspace)).toEqual(['2026-12', 5]);
  expect(await stored(gone)).toBeUndefined();
});
