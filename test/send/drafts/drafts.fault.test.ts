import { keys } from '../../../shared/db/keys';
import { largeHtml } from '../../support/factories';
import { collectOutcomes, countCallsBy, crashPointsAt, withCrash } from '../../support/faults/crash-points';
import { deadLetters } from '../../support/journal';
import { idempotencyLeaseMs, outcomeTimeoutMs } from '../../support/leases';
import {
  deleteDraft,
  getDraft,
  listDrafts,
  saveCompleteDraft,
  sendDraft,
  updateDraft,
} from '../../support/saved-drafts';
import { StoredBytes } from '../../support/stored-bytes';
import { ServiceTable } from '../../support/table';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService({ timeTravels: true });

afterEach(() => service.control('DELETE', '/faults'));

interface Scenario {
  workspace: TestWorkspace;
  id: string;
}

async function saveLargeDraft(): Promise<Scenario> {
  const workspace = await createTestWorkspace(service);
  return { workspace, id: await saveCompleteDraft(workspace, { html: largeHtml() }) };
}

/** Waits until leases have ended, outcomes are known and unused objects are deleted. */
async function waitForOutcomes(): Promise<void> {
  await service.settle();
  await service.advance(outcomeTimeoutMs + idempotencyLeaseMs + 5 * 60_000);
  await service.settle();
}

const countOf = ({ workspace }: Scenario): Promise<unknown> =>
  ServiceTable.with(
    service,
    async (table) => (await table.get(keys.draftCount(workspace.workspaceId)))?.['drafts'],
  );

// D-16
test('a draft whose send is killed at any call is sent once, by the next send at the latest', async () => {
  const sample = await saveLargeDraft();
  const calls = await countCallsBy(service, 'sendDraft', () => sendDraft(sample.workspace, sample.id));

  const outcomes = await collectOutcomes(crashPointsAt(calls), {
    crash: async (point) => {
      const scenario = await saveLargeDraft();
      await withCrash(service, 'sendDraft', point, () => sendDraft(scenario.workspace, scenario.id));
      return scenario;
    },
    advance: waitForOutcomes,
    observe: async (scenario) => {
      const { workspace, id } = scenario;
      const response = await sendDraft(workspace, id);
      await waitForOutcomes();
      const mails = await workspace.outbox();
      const messageId = response.status === 202 ? response.body.id : response.body.error.message;
      return {
        isAnswered: response.status === 202 || response.body.error.type === 'invalid_state',
        mails: mails.length,
        namesMessage: messageId.includes(mails[0]?.message_id),
        statuses: await workspace.statuses(),
        // As for every send, a crash can leave the counter wrong by one email.
        isCharged: Math.abs((await workspace.getEmailsUsed()) - 1) <= 1,
        drafts: await listDrafts(workspace),
        counted: await countOf(scenario),
        objects: new StoredBytes(workspace).objectKeys().filter((key) => key.startsWith('drafts/')),
      };
    },
  });

  expect(calls['sesv2 SendEmail']).toBe(1);
  for (const [name, outcome] of outcomes)
    expect({ name, ...outcome }).toEqual({
      ...{ name, isAnswered: true, mails: 1, namesMessage: true, statuses: ['delivered'] },
      ...{ isCharged: true, drafts: [[]], counted: 0, objects: [] },
    });
  expect(deadLetters(service)).toEqual([]);
});

// D-16
test('while the outcome of a send is not known, the draft is neither changed nor deleted', async () => {
  const { workspace, id } = await saveLargeDraft();
  const point = { name: 'before SES', at: 'sesv2 SendEmail', skip: 0, crash: 'before' } as const;
  await withCrash(service, 'sendDraft', point, () => sendDraft(workspace, id));

  const refused = [await updateDraft(workspace, id, { subject: 'New' }), await deleteDraft(workspace, id)];
  const draft = await getDraft(workspace, id);
  await waitForOutcomes();
  const sent = await sendDraft(workspace, id);

  expect(refused).toMatchObject([
    { status: 409, body: { error: { type: 'invalid_state' } } },
    { status: 409, body: { error: { type: 'invalid_state' } } },
  ]);
  expect(draft.body.request.subject).not.toBe('New');
  expect(sent.status).toBe(202);
  expect(await workspace.outbox()).toHaveLength(1);
});

// D-16
test('a draft whose send was killed is held if the next send is by a key that requires approval', async () => {
  const { workspace, id } = await saveLargeDraft();
  const guarded = await workspace.createGuardedKey({ requires_approval: true });
  const point = { name: 'before SES', at: 'sesv2 SendEmail', skip: 0, crash: 'before' } as const;
  await withCrash(service, 'sendDraft', point, () => sendDraft(workspace, id));
  await waitForOutcomes();

  const held = await sendDraft(workspace, id, guarded);

  expect(held).toMatchObject({ status: 202, body: { status: 'pending_approval' } });
  expect(await workspace.outbox()).toEqual([]);
});

// D-16
test('a draft that a key sent although its process was killed is answered to every other key', async () => {
  const { workspace, id } = await saveLargeDraft();
  const guarded = await workspace.createGuardedKey({ requires_approval: true });
  const point = { name: 'after SES', at: 'sesv2 SendEmail', skip: 0, crash: 'after' } as const;
  await withCrash(service, 'sendDraft', point, () => sendDraft(workspace, id));
  await waitForOutcomes();

  const answered = await sendDraft(workspace, id, guarded);

  expect(answered).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await workspace.outbox()).toHaveLength(1);
});

describe.each([
  ['createDraft', (workspace: TestWorkspace) => workspace.api('POST', '/v1/drafts', { html: largeHtml() })],
  [
    'updateDraft',
    (workspace: TestWorkspace, id: string) => updateDraft(workspace, id, { html: largeHtml() }),
  ],
  ['deleteDraft', (workspace: TestWorkspace, id: string) => deleteDraft(workspace, id)],
] as const)('%s', (functionName, call) => {
  // D-16
  test('that is killed at any call takes effect completely or not at all, and leaves no object', async () => {
    const sample = await saveLargeDraft();
    const calls = await countCallsBy(service, functionName, () => call(sample.workspace, sample.id));

    const outcomes = await collectOutcomes(crashPointsAt(calls), {
      crash: async (point) => {
        const scenario = await saveLargeDraft();
        await withCrash(service, functionName, point, () => call(scenario.workspace, scenario.id));
        return scenario;
      },
      advance: waitForOutcomes,
      observe: async (scenario) => {
        const { workspace } = scenario;
        const [ids = []] = await listDrafts(workspace);
        const drafts = await Promise.all(ids.map((id) => getDraft(workspace, id)));
        return {
          areReadable: drafts.every(({ status, body }) => status === 200 && body.request.html.length > 1_000),
          isCounted: (await countOf(scenario)) === ids.length,
          objects: new StoredBytes(workspace).objectKeys().length - ids.length,
        };
      },
    });

    expect(outcomes.size).toBeGreaterThan(4);
    for (const [name, outcome] of outcomes)
      expect({ name, ...outcome }).toEqual({ name, areReadable: true, isCounted: true, objects: 0 });
    expect(deadLetters(service)).toEqual([]);
  });
});
