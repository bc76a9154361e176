import { randomUUID } from 'node:crypto';
import { arrives, comes, threadsOf } from '../../support/inbox';
import { Sequences } from '../../support/automations/sequences';
import { Campaigns, minute } from '../../support/campaigns/campaigns';
import { deadLetters, storedObjects } from '../../support/journal';
import { largeHtml } from '../../support/factories';
import { Service, type Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { until } from '../../support/until';

let service: Service;

/** One of its own: a deletion looks through all that there is, also what other files left. */
beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

const administer = (action: string, input: object): Promise<Answer['body']> =>
  service.control('POST', '/administer', { action, input });

const remove = (id: string): Promise<Answer['body']> => administer('deleteWorkspace', { id, confirm: id });

const deletionOf = (id: string): Promise<Answer['body']> => administer('showDeletion', { id });

/** Until nobody who was at it can write anything any more, and it was looked through once more. */
async function untilCleared(id: string): Promise<void> {
  await service.advance(7 * minute);
  await service.settle();
  expect(await deletionOf(id)).toMatchObject({ status: 'deleted', percent: 100 });
}

/** Everything in the table and the buckets that has the id of the workspace anywhere. */
async function leftOf(id: string): Promise<string[]> {
  const records = await ServiceTable.with(service, (table) => table.everything());
  const ofRecords = records.filter((record) => JSON.stringify(record).includes(id)).map(({ pk }) => pk);
  const ofBuckets = ['content', 'inbound'].flatMap((bucket) => storedObjects(service, bucket));
  return [...ofRecords, ...ofBuckets.map(({ key }) => key).filter((key) => key.includes(id))];
}

const rawMails = (): string[] => storedObjects(service, 'inbound').map(({ key }) => key);

const nowOf = async (of: Service): Promise<number> => Date.parse(await of.now());

/** A workspace that has something of everything, some of it about to happen. */
async function furnish(of: Service): Promise<Campaigns> {
  const campaigns = await Campaigns.start(of);
  const { actor } = campaigns;
  await campaigns.ok('POST', '/v1/webhook-endpoints', {
    url: `https://${randomUUID()}.example/hook`,
    events: ['send', 'delivery', 'inbound'],
  });
  await actor.template('hello', { html: largeHtml() });
  await actor.topic('offers');
  await actor.suppress('gone@example.com');
  await actor.accepted({ html: largeHtml() });
  await actor.schedule({ scheduled_at: 'in 3 minutes', html: largeHtml() });
  await actor.accepted({}, await actor.guarded({ requires_approval: true }));
  await arrives(actor, { messageId: `<${randomUUID()}@example.com>`, body: 'x'.repeat(20_000) });
  await campaigns.addMany(30);
  await campaigns.send(await campaigns.draft({ html: largeHtml() }), {
    scheduled_at: new Date((await nowOf(of)) + 3 * minute).toISOString(),
  });
  await enrolSomebody(of, campaigns);
  await of.settle();
  return campaigns;
}

async function enrolSomebody(of: Service, { actor }: Campaigns): Promise<void> {
  const sequences = new Sequences(of, actor);
  const id = await sequences.active({
    steps: [
      { delay_minutes: 3, subject: 'One', html: '<p>One</p>' },
      { delay_minutes: 3, subject: 'Two', html: '<p>Two</p>' },
    ],
  });
  await sequences.enrol(id, 'robin@example.com');
}

describe('a workspace that is deleted', () => {
  test('is gone at once, sends nothing any more, and in the end nothing is left of it', async () => {
    const earlier = rawMails();
    const { actor } = await furnish(service);
    const [id, token] = [actor.workspaceId, await actor.token()];
    const raw = rawMails().filter((key) => !earlier.includes(key));
    const [before, mailed] = [await leftOf(id), await actor.outbox()];
    expect(raw).toHaveLength(1);
    expect(before.length).toBeGreaterThan(60);
    expect(before.filter((name) => /^(emails|inbound|campaigns)\//.test(name)).length).toBeGreaterThan(2);

    const answer = await remove(id);

    expect(answer).toMatchObject({ id, status: 'deleting', deleted_at: expect.any(String) });
    for (const credential of [actor.key, token])
      expect(await actor.api('GET', '/v1/emails', undefined, credential)).toMatchObject({ status: 401 });
    await comes(actor);
    await service.settle();
    const halfway = await deletionOf(id);
    expect(halfway).toMatchObject({ status: 'deleting', percent: 50 });
    expect(halfway.records_deleted).toBeGreaterThan(60);
    expect(halfway.objects_deleted).toBeGreaterThan(2);
    await untilCleared(id);
    expect(await leftOf(id)).toEqual([]);
    expect(await actor.outbox()).toEqual(mailed);
    // The mail that came afterwards is nobody's, and SES's bucket lets it go after its 30 days.
    expect(rawMails().filter((key) => raw.includes(key))).toEqual([]);
    expect(deadLetters(service)).toEqual([]);
  });

  test('a campaign that is being mailed stops with what was being handed over', async () => {
    const campaigns = await Campaigns.start(service);
    await campaigns.addMany(400);
    await campaigns.send(await campaigns.draft());
    await until(
      async () => (await campaigns.outbox()).length > 0,
      () => 'Nobody was mailed',
    );

    await remove(campaigns.actor.workspaceId);
    await service.settle();
    const handedOver = (await campaigns.outbox()).length;
    await untilCleared(campaigns.actor.workspaceId);

    expect(handedOver).toBeLessThan(400);
    expect(await campaigns.outbox()).toHaveLength(handedOver);
    expect(await leftOf(campaigns.actor.workspaceId)).toEqual([]);
    expect(deadLetters(service)).toEqual([]);
  });

  test('leaves another workspace as it is, also what has the same name', async () => {
    const [doomed, other] = [await furnish(service), await furnish(service)];
    const { domain } = other.actor.domains.transactional;
    const shared = await administer('createDomain', {
      workspace_id: doomed.actor.workspaceId,
      domain,
      risk_class: 'transactional',
    });
    const id = other.actor.workspaceId;
    const [before, threads] = [(await leftOf(id)).length, await threadsOf(other.actor)];

    await remove(doomed.actor.workspaceId);
    await service.settle();

    expect((await leftOf(id)).length).toBe(before);
    expect(await threadsOf(other.actor)).toEqual(threads);
    await untilCleared(doomed.actor.workspaceId);
    expect((await other.actor.accepted()).status).toBe('sent');
    const deleted = (await service.calls()).filter(({ operation }) => operation === 'DeleteEmailIdentity');
    const targets = deleted.map(({ target }) => target);
    expect(targets).toContain(doomed.actor.domains.transactional.domain);
    expect(targets).not.toContain(shared.domain);
    await arrives(other.actor, { subject: 'Still here' });
    expect((await threadsOf(other.actor)).map(({ subject }) => subject)).toContain('Still here');
  });

  test('leaves raw mail that another workspace received as well', async () => {
    const [doomed, other] = [await Campaigns.start(service), await Campaigns.start(service)];
    const rcpt = [doomed.actor.from, other.actor.from];
    await arrives(doomed.actor, { subject: 'To both' }, { rcpt });
    const before = rawMails();

    await remove(doomed.actor.workspaceId);
    await untilCleared(doomed.actor.workspaceId);

    expect(rawMails()).toEqual(before);
  });

  test('is cleared all the same when whoever is at it dies at each kind of call, and messages come twice', async () => {
    const campaigns = await furnish(service);
    const id = campaigns.actor.workspaceId;
    const fault = (name: string, operation: string, crash: string) =>
      service.control('POST', '/faults', {
        ...{ service: name, operation, crash, function: 'followUp', times: 1 },
      });
    await fault('sesv2', 'DeleteEmailIdentity', 'after');
    await fault('sesv2', 'DeleteConfigurationSet', 'before');
    await fault('s3', 'DeleteObjects', 'after');
    await fault('dynamodb', 'Scan', 'after');
    await fault('dynamodb', 'BatchWriteItem', 'after');

    await Promise.all([remove(id), remove(id)]);
    await remove(id);
    await service.settle();
    await service.advance(45 * minute);
    await service.settle();

    expect(await deletionOf(id)).toMatchObject({ status: 'deleted' });
    expect(await leftOf(id)).toEqual([]);
    expect(deadLetters(service)).toEqual([]);
  });
});

describe('what the operator is told', () => {
  test('a workspace is deleted only with its id once more', async () => {
    const { actor } = await Campaigns.start(service);
    const [id, other] = [actor.workspaceId, service.at.workspace.id];

    for (const confirm of [other, '', 'yes'])
      await expect(administer('deleteWorkspace', { id, confirm })).rejects.toThrow(
        'confirm: must be the id of the workspace once more',
      );

    expect(await actor.api('GET', '/v1/emails')).toMatchObject({ status: 200 });
  });

  test('one that was never there cannot be deleted, and of one that stands there is no deletion', async () => {
    const { actor } = await Campaigns.start(service);

    await expect(remove(randomUUID())).rejects.toThrow('No such workspace');
    await expect(deletionOf(actor.workspaceId)).rejects.toThrow('The workspace is not deleted');
  });

  test('one that is being deleted is not in the list, and nothing can be made in it', async () => {
    const { actor } = await Campaigns.start(service);
    const id = actor.workspaceId;

    await remove(id);

    const { data } = await administer('listWorkspaces', {});
    expect(data.map((one: { id: string }) => one.id)).not.toContain(id);
    await expect(administer('createApiKey', { workspace_id: id, name: 'Late' })).rejects.toThrow(
      'No such workspace',
    );
    await untilCleared(id);
  });
});
