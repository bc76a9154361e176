import { receiveInboundMail, sentMessageId, threadsOf } from '../../support/inbound-mails';
import { readOutboxMail } from '../../support/api-helpers';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { largeHtml } from '../../support/factories';
import { deadLetters, storedObjects } from '../../support/journal';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';

const service = useService({ timeTravels: true });

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

const setRetention = (workspace: TestWorkspace, days: number | null): Promise<unknown> =>
  service.control('PATCH', `/workspaces/${workspace.workspaceId}`, { mail_retention_days: days });

async function advanceDays(days: number): Promise<void> {
  await service.advance(days * dayMs);
  await service.settle();
}

const objectsOf = (...texts: string[]): string[] =>
  ['content', 'inbound']
    .flatMap((bucket) => storedObjects(service, bucket))
    .map(({ key }) => key)
    .filter((key) => texts.some((text) => key.includes(text)));

/** Returns each record of the table and each object of the buckets that contains one of these texts. */
async function findTraces(...texts: string[]): Promise<string[]> {
  const records = await ServiceTable.with(service, (table) => table.scanAll());
  const found = records.filter((record) => texts.some((text) => JSON.stringify(record).includes(text)));
  return [...found.map(({ pk, sk }) => `${pk} ${sk}`), ...objectsOf(...texts)];
}

const statusOf = async (workspace: TestWorkspace, path: string): Promise<number> =>
  (await workspace.api('GET', path)).status;

const listEmailIds = async (workspace: TestWorkspace): Promise<string[]> =>
  (await workspace.listEmails()).map(({ id }) => id);

/** Creates an email whose content is stored in S3, and a long reply. */
async function createConversation(
  workspace: TestWorkspace,
): Promise<{ sent: string; thread: string; received: string }> {
  const { id: sent, thread_id: thread } = await workspace.sendAccepted({
    html: largeHtml(),
    subject: 'Parcel',
  });
  await service.settle();
  const inReplyTo = await sentMessageId(workspace, sent);
  await receiveInboundMail(workspace, {
    inReplyTo,
    messageId: `<answer-to-${sent}@example.com>`,
    body: 'x'.repeat(20_000),
  });
  const { messages } = await workspace.getThread(thread);
  return { sent, thread, received: messages.at(-1).id };
}

const workspaces: TestWorkspace[] = [];

/** Creates a workspace whose email expires after a week. */
async function createWorkspaceWithRetention(settings: Record<string, unknown> = {}): Promise<TestWorkspace> {
  const workspace = await createTestWorkspace(service, { mail_retention_days: 7, ...settings });
  workspaces.push(workspace);
  return workspace;
}

afterEach(() => Promise.all(workspaces.splice(0).map((workspace) => setRetention(workspace, null))));

test("after a workspace's retention period of a week, only email is purged", async () => {
  const [workspace, otherWorkspace] = [
    await createWorkspaceWithRetention({ marketing: true }),
    await createTestWorkspace(service),
  ];
  const [oldConversation, ongoingConversation, otherConversation] = [
    await createConversation(workspace),
    await createConversation(workspace),
    await createConversation(otherWorkspace),
  ];
  const { id: marketingId } = await workspace.sendAccepted({ risk_class: 'marketing', html: largeHtml() });
  await workspace.suppress('gone@example.com');
  const { id: rejected } = await workspace.sendAccepted({ to: 'gone@example.com' });
  const heldDraft = await workspace.sendAccepted(
    {},
    await workspace.createGuardedKey({ requires_approval: true }),
  );
  const html = largeHtml();
  const scheduled = await workspace.schedule({ scheduled_at: 'in 10 days', html });
  const inReplyTo = await sentMessageId(workspace, oldConversation.sent);

  await advanceDays(5);
  const response = await workspace.sendAccepted({ thread_id: ongoingConversation.thread });
  await advanceDays(1);
  const allIds = [
    response.id,
    scheduled,
    heldDraft.id,
    rejected,
    marketingId,
    ongoingConversation.sent,
    oldConversation.sent,
  ];
  expect(await listEmailIds(workspace)).toEqual(allIds);
  expect(objectsOf(oldConversation.sent, marketingId)).toHaveLength(2);

  await advanceDays(2);
  expect(await listEmailIds(workspace)).toEqual([response.id, scheduled, ongoingConversation.sent]);
  expect((await workspace.getThread(ongoingConversation.thread)).messages).toHaveLength(3);
  for (const path of [
    `emails/${oldConversation.sent}`,
    `emails/${marketingId}`,
    `threads/${oldConversation.thread}`,
    `inbound/${oldConversation.received}`,
  ])
    expect(await statusOf(workspace, `/v1/${path}`)).toBe(404);
  const purgedIds = [
    oldConversation.sent,
    oldConversation.received,
    oldConversation.thread,
    marketingId,
    rejected,
    heldDraft.approval_id,
  ];
  expect(await findTraces(...purgedIds)).toEqual([]);
  // Suppressions and metrics are kept, because they are not email content.
  expect((await workspace.api('GET', '/v1/suppressions')).body.data).toMatchObject([
    { email: 'gone@example.com' },
  ]);
  expect((await workspace.api('GET', '/v1/emails/metrics?days=60')).body).toMatchObject({
    totals: { sent: 4 },
  });
  // A reply to a purged email starts a new thread.
  await receiveInboundMail(workspace, { inReplyTo, subject: 'Re: Parcel', messageId: '<late@example.com>' });
  const [lateThread] = await threadsOf(workspace);
  expect(lateThread).toMatchObject({ subject: 'Re: Parcel', message_count: 1 });

  await advanceDays(3);
  expect(await workspace.getEmail(scheduled)).toMatchObject({ status: 'delivered' });
  expect(String((await readOutboxMail(service, scheduled)).raw)).toContain(html.slice(0, 50));

  await advanceDays(9);
  expect(await listEmailIds(workspace)).toEqual([]);
  expect(await threadsOf(workspace)).toEqual([]);
  expect(
    await findTraces(ongoingConversation.sent, ongoingConversation.thread, response.id, lateThread.id),
  ).toEqual([]);
  expect(objectsOf(scheduled)).toEqual([]);
  expect(await listEmailIds(otherWorkspace)).toEqual([otherConversation.sent]);
  expect((await otherWorkspace.getThread(otherConversation.thread)).messages).toHaveLength(2);
  expect(deadLetters(service)).toEqual([]);
});

test('the purge completes even if the worker crashes at several AWS calls', async () => {
  const workspace = await createWorkspaceWithRetention();
  const { sent, thread, received } = await createConversation(workspace);
  const crashes: [string, string, string][] = [
    ['s3', 'DeleteObjects', 'after'],
    ['s3', 'DeleteObjects', 'before'],
    ['dynamodb', 'Query', 'after'],
    ['dynamodb', 'BatchWriteItem', 'after'],
    ['dynamodb', 'TransactWriteItems', 'before'],
  ];
  for (const [name, operation, crash] of crashes)
    await service.control('POST', '/faults', {
      ...{ service: name, operation, crash, function: 'runBackgroundJob', times: 1 },
    });

  await advanceDays(8);
  await service.advance(hourMs);
  await service.settle();
  await service.control('DELETE', '/faults');

  expect(await findTraces(sent, thread, received)).toEqual([]);
  expect(deadLetters(service)).toEqual([]);
});

test('a complaint about a purged email suppresses the address unless the workspace was deleted', async () => {
  const [workspace, deletedWorkspace] = [
    await createWorkspaceWithRetention(),
    await createTestWorkspace(service, { mail_retention_days: 7 }),
  ];
  await workspace.sendAccepted({ to: 'kim@example.com' });
  await deletedWorkspace.sendAccepted();
  const sent = [...(await workspace.outbox()), ...(await deletedWorkspace.outbox())];
  await advanceDays(8);
  expect(await listEmailIds(workspace)).toEqual([]);
  await service.control('POST', '/administer', {
    action: 'deleteWorkspace',
    input: { id: deletedWorkspace.workspaceId, confirm: deletedWorkspace.workspaceId },
  });
  await advanceDays(1);

  for (const mail of sent)
    await service.control('POST', `/outbox/${String(mail['provider_message_id'])}/events`, {
      type: 'complaint',
    });
  await service.settle();

  expect((await workspace.api('GET', '/v1/suppressions')).body.data).toMatchObject([
    { email: 'kim@example.com', scope: 'all', reason: 'complaint' },
  ]);
  const remainingRecords = await ServiceTable.with(service, (table) => table.scanAll());
  expect(remainingRecords.filter(({ pk }) => pk.startsWith(`W#${deletedWorkspace.workspaceId}`))).toEqual([]);
});

test('after the retention setting is removed, email is kept, and the purge job ends', async () => {
  const workspace = await createTestWorkspace(service);
  await setRetention(workspace, 7);
  const { id } = await workspace.sendAccepted();
  await advanceDays(1);
  await setRetention(workspace, null);

  await advanceDays(8);

  expect(await listEmailIds(workspace)).toEqual([id]);
  expect(await findTraces('expireMail')).not.toContain(`W#${workspace.workspaceId} RETENTION`);
});

test.each([6, 3_651, 7.5, 'ten'])('a retention of %p days is refused and changes nothing', async (days) => {
  const workspace = await createTestWorkspace(service);
  await setRetention(workspace, 3_650);

  const response = await fetch(`${service.metadata.console}/control/workspaces/${workspace.workspaceId}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mail_retention_days: days }),
  });

  expect(response.status).toBe(400);
  expect(await service.control('PATCH', `/workspaces/${workspace.workspaceId}`, {})).toMatchObject({
    mail_retention_days: 3_650,
  });
});
