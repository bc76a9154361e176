import { randomUUID } from 'node:crypto';
import { receiveInboundMail, injectInboundMail, threadsOf } from '../../support/inbound-mails';
import { Automations } from '../../support/automations/automations';
import { Campaigns, minuteMs } from '../../support/campaigns/campaigns';
import { deadLetters, storedObjects } from '../../support/journal';
import { largeHtml } from '../../support/factories';
import { Service, type ApiResponse } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { waitUntil } from '../../support/wait-until';

let service: Service;

/** This file has its own service because a deletion scans all data, including the data of other tests. */
beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

const administer = (action: string, input: object): Promise<ApiResponse['body']> =>
  service.control('POST', '/administer', { action, input });

const deleteWorkspace = (id: string): Promise<ApiResponse['body']> =>
  administer('deleteWorkspace', { id, confirm: id });

const showDeletion = (id: string): Promise<ApiResponse['body']> => administer('showDeletion', { id });

/** Waits until requests that started before the deletion have ended and the second scan is complete. */
async function waitUntilPurged(id: string): Promise<void> {
  await service.advance(7 * minuteMs);
  await service.settle();
  expect(await showDeletion(id)).toMatchObject({ status: 'deleted', percent: 100 });
}

/** Returns all records and objects that contain the workspace's id. */
async function findRemaining(id: string): Promise<string[]> {
  const records = await ServiceTable.with(service, (table) => table.scanAll());
  const recordKeys = records.filter((record) => JSON.stringify(record).includes(id)).map(({ pk }) => pk);
  const storedKeys = ['content', 'inbound'].flatMap((bucket) => storedObjects(service, bucket));
  return [...recordKeys, ...storedKeys.map(({ key }) => key).filter((key) => key.includes(id))];
}

const rawMails = (): string[] => storedObjects(service, 'inbound').map(({ key }) => key);

const readClockMsOf = async (targetService: Service): Promise<number> =>
  Date.parse(await targetService.now());

/** Creates a workspace with records of every kind, including work that is due soon. */
async function createFullWorkspace(targetService: Service): Promise<Campaigns> {
  const campaigns = await Campaigns.create(targetService);
  const { workspace } = campaigns;
  await campaigns.callOk('POST', '/v1/webhook-endpoints', {
    url: `https://${randomUUID()}.example/hook`,
    events: ['send', 'delivery', 'inbound'],
  });
  await campaigns.callOk('POST', '/v1/inboxes');
  await campaigns.callOk('POST', '/v1/feeds', { events: ['send', 'delivery', 'inbound'] });
  await workspace.createTemplate('hello', { html: largeHtml() });
  await workspace.createTopic('offers');
  await workspace.suppress('gone@example.com');
  await workspace.sendAccepted({ html: largeHtml() });
  await workspace.schedule({ scheduled_at: 'in 3 minutes', html: largeHtml() });
  await workspace.sendAccepted({}, await workspace.createGuardedKey({ requires_approval: true }));
  await createLabelsAndDrafts(campaigns);
  await receiveInboundMail(workspace, {
    messageId: `<${randomUUID()}@example.com>`,
    body: 'x'.repeat(20_000),
  });
  await campaigns.addManyContacts(30);
  await campaigns.send(await campaigns.createDraft({ html: largeHtml() }), {
    scheduled_at: new Date((await readClockMsOf(targetService)) + 3 * minuteMs).toISOString(),
  });
  await enrollContact(targetService, campaigns);
  await targetService.settle();
  return campaigns;
}

/** Labels a thread, keeps a draft with an object in S3, and sends another draft. */
async function createLabelsAndDrafts(campaigns: Campaigns): Promise<void> {
  const { workspace } = campaigns;
  const { thread_id } = await workspace.sendAccepted();
  await campaigns.callOk('POST', `/v1/threads/${thread_id}/labels`, { add: ['urgent'] });
  await campaigns.callOk('POST', `/v1/threads/${thread_id}/read`, { read: true });
  await campaigns.callOk('POST', '/v1/drafts', workspace.buildEmail({ html: largeHtml() }));
  const { id } = await campaigns.callOk('POST', '/v1/drafts', workspace.buildEmail());
  await campaigns.callOk('POST', `/v1/drafts/${id}/send`);
}

async function enrollContact(targetService: Service, { workspace }: Campaigns): Promise<void> {
  const automations = new Automations(targetService, workspace);
  const id = await automations.createActive({
    steps: [
      { delay_minutes: 3, subject: 'One', html: '<p>One</p>' },
      { delay_minutes: 3, subject: 'Two', html: '<p>Two</p>' },
    ],
  });
  await automations.enroll(id, 'robin@example.com');
}

describe('a deleted workspace', () => {
  test('is inaccessible immediately, sends no further email, and is finally purged', async () => {
    const earlierRawMails = rawMails();
    const { workspace } = await createFullWorkspace(service);
    const [id, token] = [workspace.workspaceId, await workspace.createToken()];
    const raw = rawMails().filter((key) => !earlierRawMails.includes(key));
    const [before, outboxMails] = [await findRemaining(id), await workspace.outbox()];
    expect(raw).toHaveLength(1);
    expect(before.length).toBeGreaterThan(60);
    expect(before.filter((name) => /^(emails|inbound|campaigns|drafts)\//.test(name)).length).toBeGreaterThan(
      2,
    );

    const response = await deleteWorkspace(id);

    expect(response).toMatchObject({ id, status: 'deleting', deleted_at: expect.any(String) });
    for (const credential of [workspace.key, token])
      expect(await workspace.api('GET', '/v1/emails', undefined, credential)).toMatchObject({ status: 401 });
    await injectInboundMail(workspace);
    await service.settle();
    const progress = await showDeletion(id);
    expect(progress).toMatchObject({ status: 'deleting', percent: 50 });
    expect(progress.records_deleted).toBeGreaterThan(60);
    expect(progress.objects_deleted).toBeGreaterThan(2);
    await waitUntilPurged(id);
    expect(await findRemaining(id)).toEqual([]);
    expect(await workspace.outbox()).toEqual(outboxMails);
    // The message that arrived after the deletion belongs to no workspace. The lifecycle rule of the bucket
    // deletes it after 30 days.
    expect(rawMails().filter((key) => raw.includes(key))).toEqual([]);
    expect(deadLetters(service)).toEqual([]);
  });

  test('sends no campaign emails other than those that are already being submitted', async () => {
    const campaigns = await Campaigns.create(service);
    await campaigns.addManyContacts(400);
    await campaigns.send(await campaigns.createDraft());
    await waitUntil(
      async () => (await campaigns.outbox()).length > 0,
      () => 'No email was sent',
    );

    await deleteWorkspace(campaigns.workspace.workspaceId);
    await service.settle();
    const submitted = (await campaigns.outbox()).length;
    await waitUntilPurged(campaigns.workspace.workspaceId);

    expect(submitted).toBeLessThan(400);
    expect(await campaigns.outbox()).toHaveLength(submitted);
    expect(await findRemaining(campaigns.workspace.workspaceId)).toEqual([]);
    expect(deadLetters(service)).toEqual([]);
  });

  test('does not affect another workspace, even with a resource of the same name', async () => {
    const [deletedWorkspace, otherWorkspace] = [
      await createFullWorkspace(service),
      await createFullWorkspace(service),
    ];
    const { domain } = otherWorkspace.workspace.domains.transactional;
    const shared = await administer('createDomain', {
      workspace_id: deletedWorkspace.workspace.workspaceId,
      domain,
      risk_class: 'transactional',
    });
    const id = otherWorkspace.workspace.workspaceId;
    const [before, threads] = [(await findRemaining(id)).length, await threadsOf(otherWorkspace.workspace)];

    await deleteWorkspace(deletedWorkspace.workspace.workspaceId);
    await service.settle();

    expect((await findRemaining(id)).length).toBe(before);
    expect(await threadsOf(otherWorkspace.workspace)).toEqual(threads);
    await waitUntilPurged(deletedWorkspace.workspace.workspaceId);
    expect((await otherWorkspace.workspace.sendAccepted()).status).toBe('sent');
    const deleted = (await service.calls()).filter(({ operation }) => operation === 'DeleteEmailIdentity');
    const targets = deleted.map(({ target }) => target);
    expect(targets).toContain(deletedWorkspace.workspace.domains.transactional.domain);
    expect(targets).not.toContain(shared.domain);
    await receiveInboundMail(otherWorkspace.workspace, { subject: 'Still here' });
    expect((await threadsOf(otherWorkspace.workspace)).map(({ subject }) => subject)).toContain('Still here');
  });

  test('is purged, except for a raw message that another workspace also received', async () => {
    const [deletedWorkspace, otherWorkspace] = [
      await Campaigns.create(service),
      await Campaigns.create(service),
    ];
    const recipients = [deletedWorkspace.workspace.from, otherWorkspace.workspace.from];
    await receiveInboundMail(deletedWorkspace.workspace, { subject: 'To both' }, { recipients });
    const before = rawMails();

    await deleteWorkspace(deletedWorkspace.workspace.workspaceId);
    await waitUntilPurged(deletedWorkspace.workspace.workspaceId);

    expect(rawMails()).toEqual(before);
  });

  test('is purged although the worker crashes at each kind of call and queue messages are duplicated', async () => {
    const campaigns = await createFullWorkspace(service);
    const id = campaigns.workspace.workspaceId;
    const fault = (name: string, operation: string, crash: string) =>
      service.control('POST', '/faults', {
        ...{ service: name, operation, crash, function: 'runBackgroundJob', times: 1 },
      });
    await fault('sesv2', 'DeleteEmailIdentity', 'after');
    await fault('sesv2', 'DeleteConfigurationSet', 'before');
    await fault('s3', 'DeleteObjects', 'after');
    await fault('dynamodb', 'Scan', 'after');
    await fault('dynamodb', 'BatchWriteItem', 'after');

    await Promise.all([deleteWorkspace(id), deleteWorkspace(id)]);
    await deleteWorkspace(id);
    await service.settle();
    await service.advance(45 * minuteMs);
    await service.settle();

    expect(await showDeletion(id)).toMatchObject({ status: 'deleted' });
    expect(await findRemaining(id)).toEqual([]);
    expect(deadLetters(service)).toEqual([]);
  });
});

describe('operator requests', () => {
  test('a deletion requires the workspace id as confirmation', async () => {
    const { workspace } = await Campaigns.create(service);
    const [id, otherWorkspace] = [workspace.workspaceId, service.metadata.workspace.id];

    for (const confirm of [otherWorkspace, '', 'yes'])
      await expect(administer('deleteWorkspace', { id, confirm })).rejects.toThrow(
        'confirm: must repeat the ID of the workspace',
      );

    expect(await workspace.api('GET', '/v1/emails')).toMatchObject({ status: 200 });
  });

  test('an unknown workspace cannot be deleted, and an active workspace has no deletion status', async () => {
    const { workspace } = await Campaigns.create(service);

    await expect(deleteWorkspace(randomUUID())).rejects.toThrow('No such workspace');
    await expect(showDeletion(workspace.workspaceId)).rejects.toThrow('The workspace is not deleted');
  });

  test('a workspace that is being deleted is not listed, and no resources can be created in the workspace', async () => {
    const { workspace } = await Campaigns.create(service);
    const id = workspace.workspaceId;

    await deleteWorkspace(id);

    const { data } = await administer('listWorkspaces', {});
    expect(data.map((listed: { id: string }) => listed.id)).not.toContain(id);
    await expect(administer('createApiKey', { workspace_id: id, name: 'Late' })).rejects.toThrow(
      'No such workspace',
    );
    await waitUntilPurged(id);
  });
});
