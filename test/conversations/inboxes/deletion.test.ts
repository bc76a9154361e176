import { keys } from '../../../shared/db/keys';
import { refusalOf } from '../../support/api-helpers';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { InboxWorkspace, limitedScopes } from './support/inbox-workspace';

const service = useService();
let inboxes: InboxWorkspace;

beforeEach(async () => {
  inboxes = await InboxWorkspace.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const deleteInbox = ({ id } = inboxes.own) => inboxes.workspace.api('DELETE', `/v1/inboxes/${id}`);

const later = { scheduled_at: 'in 1 hour' };

/** Creates work of the inbox and outside it, and returns how the work of the inbox ended. */
async function createWork() {
  const { workspace, own, other } = inboxes;
  const key = { scopes: limitedScopes, name: 'Drafts', inbox_id: own.id, requires_approval: true };
  const drafting = (await workspace.api('POST', '/v1/api-keys', key)).body;
  const scheduled = (await inboxes.send(later)).body.id;
  const byWorkspace = (await workspace.sendAccepted({ from: own.address, ...later })).id;
  const held = (await workspace.send({ from: own.address }, drafting.key)).body;
  const outside = [(await inboxes.send(later, other)).body.id, (await workspace.sendAccepted(later)).id];
  return {
    statuses: () =>
      Promise.all([scheduled, byWorkspace, held.id, ...outside].map((id: string) => workspace.getStatus(id))),
    approval: async () => (await workspace.api('GET', `/v1/approvals/${held.approval_id}`)).body,
  };
}

const ended = ['canceled', 'canceled', 'canceled', 'scheduled', 'scheduled'];

// IB-24
test('cancels scheduled emails, rejects drafts and revokes keys of the inbox, and keeps threads', async () => {
  const { workspace, own, other } = inboxes;
  const thread = await inboxes.receive(own.address);
  const work = await createWork();

  const deleted = await deleteInbox();

  expect(deleted.body).toEqual({ id: own.id, deleted: true, keys_revoked: 2 });
  expect(await work.statuses()).toEqual(ended);
  expect((await workspace.api('GET', '/v1/approvals')).body.data).toEqual([]);
  expect((await inboxes.api('GET', '/v1/threads')).status).toBe(401);
  expect((await inboxes.api('GET', '/v1/threads', undefined, other)).status).toBe(200);
  expect(await workspace.getThread(thread.id)).toMatchObject({ id: thread.id, inbox_id: own.id });
});

const steps: [operation: string, skip: number, crash: string][] = [
  ...[0, 1, 2, 3, 4, 5].map((skip): [string, number, string] => ['TransactWriteItems', skip, 'before']),
  ['TransactWriteItems', 5, 'after'],
  ['UpdateItem', 1, 'before'],
  ['UpdateItem', 1, 'after'],
  ['Query', 1, 'after'],
];

// IB-25
test.each(steps)('that ends at %s %i, %s it, is finished by a repetition', async (operation, skip, crash) => {
  const work = await createWork();
  const fault = { service: 'dynamodb', operation, function: 'deleteInbox', crash, skip, times: 1 };
  await service.control('POST', '/faults', fault);

  const first = await deleteInbox();
  await service.control('DELETE', '/faults');
  const second = await deleteInbox();

  // If the crash was after the last step or before the first, only one of the responses is a success.
  expect([first.status, second.status]).toContain(first.status < 500 ? 404 : second.status);
  expect([200, 404]).toContain(second.status);
  expect(await work.statuses()).toEqual(ended);
  expect((await inboxes.api('GET', '/v1/threads')).status).toBe(401);
  expect((await inboxes.workspace.api('POST', '/v1/inboxes', { username: 'own' })).status).toBe(201);
});

// IB-25
test('while it is running, the inbox is absent and its address is taken', async () => {
  const { workspace, own } = inboxes;
  const fault = {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'deleteInbox',
    crash: 'before',
    times: 1,
  };
  await service.control('POST', '/faults', fault);
  await deleteInbox();

  const read = await workspace.api('GET', `/v1/inboxes/${own.id}`);
  const listed = (await workspace.api('GET', '/v1/inboxes')).body.data;
  const taken = await workspace.api('POST', '/v1/inboxes', { username: 'own' });
  const limited = await workspace.api('POST', '/v1/api-keys', {
    name: 'Bot',
    scopes: ['emails:send'],
    inbox_id: own.id,
  });
  const sent = await inboxes.send();

  expect(read.status).toBe(404);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([inboxes.other.id]);
  expect(refusalOf(taken)).toMatchObject({ status: 409, type: 'conflict' });
  expect(refusalOf(limited)).toMatchObject({ status: 422 });
  expect(sent.status).toBe(403);
  expect((await deleteInbox()).status).toBe(200);
});

// IB-24
test('an email that the deletion did not find is canceled when due, and a draft cannot be released', async () => {
  const { workspace, own } = inboxes;
  const key = { scopes: limitedScopes, name: 'Drafts', inbox_id: own.id, requires_approval: true };
  const drafting = (await workspace.api('POST', '/v1/api-keys', key)).body;
  const id = (await inboxes.send({ scheduled_at: 'in 1 minute' })).body.id;
  const held = (await workspace.send({ from: own.address }, drafting.key)).body;
  const table = await ServiceTable.open(service);
  await table.remove(keys.inboxAddress(own.address));
  table.close();

  await service.advance(2 * 60_000);
  await service.settle();
  const released = await workspace.api('POST', `/v1/approvals/${held.approval_id}`, { decision: 'approve' });

  expect(await workspace.getStatus(id)).toBe('canceled');
  expect(refusalOf(released)).toMatchObject({ status: 409, type: 'invalid_state' });
  expect(await workspace.outbox()).toEqual([]);
});
