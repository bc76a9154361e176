import { setTimeout as sleep } from 'node:timers/promises';
import { ApprovalWorkspace } from '../support/approval-workspace';
import { Service, type ApiResponse } from '../support/service';
import { sesEvents } from '../support/ses-events';
import { type TestWorkspace, createTestWorkspace } from '../support/test-workspace';
import { outcomeTimeoutMs } from '../support/leases';

/** These tests cover slow workers, an unresponsive SES and late SES events. */
let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const injectFault = (fault: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', '/faults', fault);

const sesFailure = { service: 'sesv2', operation: 'SendEmail', error: 'InternalFailure' };

const listMailsOf = async (id: string): Promise<Record<string, unknown>[]> =>
  service.outbox(`?message_id=${id}`);

const statusOf = async (workspace: TestWorkspace, id: string): Promise<string> =>
  (await workspace.api('GET', `/v1/emails/${id}`)).body.status;

const post = (body: unknown, key: string, path = '/v1/emails'): Promise<ApiResponse> =>
  service.api('POST', path, { key, body, headers: { 'Idempotency-Key': 'once' } });

test('a recipient who unsubscribes while the worker claims the email is not mailed', async () => {
  const workspace = await createTestWorkspace(service, { marketing: true });
  const { id } = await workspace.sendAccepted({
    to: ['leaver@example.com', 'stayer@example.com'],
    scheduled_at: 'in 1 minute',
  });
  const claim = { service: 'dynamodb', operation: 'UpdateItem', function: 'runDueWork' };
  await injectFault({ ...claim, delay_ms: 8_000, times: 1 });
  const now = await service.now();

  const advancing = service.advance(61_000);
  while (!(await isPickedUp(now))) await sleep(20);
  const unsubscribeResponse = await workspace.api('POST', '/v1/suppressions', {
    email: 'leaver@example.com',
    scope: 'marketing',
    reason: 'unsubscribe',
  });
  await advancing;
  await service.advance(30_000);

  expect(unsubscribeResponse.status).toBe(201);
  expect((await listMailsOf(id)).map(({ to }) => to)).toEqual([['stayer@example.com']]);
});

/** Returns whether the worker has read an email and is about to claim the email. */
const isPickedUp = async (since: string): Promise<boolean> =>
  (await service.calls(since)).some(
    (row) => row.function.endsWith('-runDueWork') && row.operation === 'GetItem',
  );

test('the worker submits a scheduled email to an unresponsive SES five times before the email fails', async () => {
  const workspace = await createTestWorkspace(service, { marketing: true });
  const { id } = await workspace.sendAccepted({ scheduled_at: 'in 1 minute' });
  const now = await service.now();
  await injectFault(sesFailure);

  await service.advance(2 * 3_600_000);

  const sesSubmits = (await service.calls(now)).filter(({ operation }) => operation === 'SendEmail');
  expect(sesSubmits).toHaveLength(5);
  expect(await statusOf(workspace, id)).toBe('failed');
});

test('a retry after an unknown outcome is not charged to the daily cap again', async () => {
  const workspace = await createTestWorkspace(service, { marketing: true });
  const key = await workspace.createGuardedKey({ daily_send_limit: 1 });
  await injectFault({ ...sesFailure, times: 1 });

  const first = await post(workspace.buildEmail(), key);
  await service.advance(outcomeTimeoutMs);
  const retried = await post(workspace.buildEmail(), key);
  const nextSend = await workspace.send({}, key);

  expect(first.status).toBe(502);
  expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(nextSend).toMatchObject({ status: 429, body: { error: { type: 'daily_limit' } } });
});

test('a batch entry that was throttled and refunded is charged when the batch is repeated', async () => {
  const workspace = await createTestWorkspace(service, { marketing: true });
  const key = await workspace.createGuardedKey({ daily_send_limit: 2 });
  const batch = [workspace.buildEmail({ subject: 'One' }), workspace.buildEmail({ subject: 'Two' })];
  const batchSubmit = { service: 'sesv2', operation: 'SendEmail', function: 'sendBatch' };
  await injectFault({ ...batchSubmit, error: 'TooManyRequestsException', times: 4 });
  await injectFault({ ...batchSubmit, crash: 'before', times: 1 });

  const crashedResponse = await post(batch, key, '/v1/emails/batch');
  await service.advance(outcomeTimeoutMs + 60_000);
  const repeated = await post(batch, key, '/v1/emails/batch');
  const nextSend = await workspace.send({}, key);

  expect(crashedResponse.status).toBe(500);
  expect(repeated).toMatchObject({ status: 202, body: { failed: 0 } });
  expect(nextSend).toMatchObject({ status: 429, body: { error: { type: 'daily_limit' } } });
  expect((await workspace.api('GET', '/v1/usage')).body.emails_used).toBe(2);
});

const keepWaiting = () => Promise.resolve();
const cancelEmail = async (workspace: TestWorkspace, id: string) => {
  await workspace.cancel(id);
};

test.each([
  ['waits', 'scheduled', keepWaiting],
  ['is canceled', 'canceled', cancelEmail],
])(
  'an email that was rescheduled after an unknown outcome and %s has the status sent after its Send event arrives',
  async (_what, status, act) => {
    const workspace = await createTestWorkspace(service, { marketing: true });
    const { id } = await workspace.sendAccepted({ scheduled_at: 'in 1 minute' });
    await injectFault({ ...sesFailure, times: 1 });
    await service.advance(90_000);
    await workspace.updateWorkspace({ suspended_reason: 'Looked at' });
    await service.advance(outcomeTimeoutMs + 6 * 60_000);
    await act(workspace, id);
    const statusAfterPutBack = await statusOf(workspace, id);

    const now = await service.now();
    await service.control(
      'POST',
      '/provider-events',
      sesEvents.send({ id, workspaceId: workspace.workspaceId, acceptedAt: now }),
    );
    await service.settle();
    await workspace.updateWorkspace({ suspended_reason: null });
    await service.advance(10 * 60_000);

    expect(statusAfterPutBack).toBe(status);
    expect(await statusOf(workspace, id)).toBe('sent');
    expect(await listMailsOf(id)).toEqual([]);
  },
);

test('the list of drafts is readable when the drafts exceed the response size limit', async () => {
  const drafter = await ApprovalWorkspace.create(service);
  const html = `<p>${'x'.repeat(4_000_000)}</p>`;
  for (let index = 0; index < 8; index++) await drafter.createDraft({ html });

  const { status, body } = await drafter.workspace.api('GET', '/v1/approvals');

  expect({ status, rows: body.data.length, more: body.has_more }).toEqual({
    status: 200,
    rows: 1,
    more: true,
  });
});
