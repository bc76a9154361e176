import { limitedKeyScopes, scopes } from '../../../shared/core/scopes';
import { keys } from '../../../shared/db/keys';
import { aKey, refusalOf } from '../../support/api-helpers';
import { unknownId } from '../../support/matchers';
import { ServiceTable } from '../../support/table';
import { createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { InboxWorkspace } from './support/inbox-workspace';

const service = useService();
let inboxes: InboxWorkspace;

beforeEach(async () => {
  inboxes = await InboxWorkspace.create(service);
});

type Fields = Record<string, unknown>;

const createKey = (fields: Fields, key?: string) =>
  inboxes.workspace.api('POST', '/v1/api-keys', { name: 'Bot', scopes: ['emails:send'], ...fields }, key);

describe('a limited key', () => {
  // IB-13
  test('is created with its inbox, and shown once', async () => {
    const { workspace, own } = inboxes;
    const body = { username: 'bot', client_id: 'a', key: { scopes: ['emails:send'], daily_send_limit: 5 } };
    const headers = { 'Idempotency-Key': 'once' };

    const first = await workspace.api('POST', '/v1/inboxes', body, workspace.key, headers);
    const replayed = await workspace.api('POST', '/v1/inboxes', body, workspace.key, headers);
    const repeated = await workspace.api('POST', '/v1/inboxes', body);
    const read = await workspace.api('GET', `/v1/inboxes/${first.body.id}`);

    const { key, ...inbox } = first.body;
    expect(first.status).toBe(201);
    expect(key).toMatchObject({
      name: inbox.address,
      key: expect.stringMatching(/^sk_live_/),
      inbox_id: inbox.id,
      scopes: ['emails:send'],
      daily_send_limit: 5,
      requires_approval: false,
    });
    expect(replayed).toMatchObject({ status: 201, body: { ...inbox, key: null } });
    expect(repeated).toMatchObject({ status: 200, body: { ...inbox, key: null } });
    expect(read.body).toEqual(inbox);
    expect(own).not.toHaveProperty('key.inbox_id', inbox.id);
    const listed = (await workspace.api('GET', '/v1/api-keys')).body.data;
    expect(listed.filter(({ inbox_id }: Fields) => inbox_id === inbox.id)).toEqual([
      expect.objectContaining({ id: key.id, name: inbox.address }),
    ]);
  });

  // IB-13
  test('and its inbox are written in one transaction of ten write units', async () => {
    const body = { client_id: 'a', key: { scopes: ['emails:send'] } };
    const before = (await service.calls()).length;

    expect((await inboxes.workspace.api('POST', '/v1/inboxes', body)).status).toBe(201);

    const calls = (await service.calls())
      .slice(before)
      .filter((row) => row.function.endsWith('-createInbox'));
    const writes = calls.filter(
      ({ write_units, operation }) => write_units > 0 && operation === 'TransactWriteItems',
    );
    expect(writes.map(({ write_units }) => write_units)).toEqual([10]);
    // The pipeline counts the request, and may record the use of the key.
    const others = calls.filter(
      ({ write_units, operation }) => write_units > 0 && operation !== 'TransactWriteItems',
    );
    expect(new Set(others.map(({ operation }) => operation))).toEqual(new Set(['UpdateItem']));
  });

  // IB-13
  test('can be created for an existing inbox, and shows the inbox', async () => {
    const { own, workspace } = inboxes;

    const created = await createKey({ inbox_id: own.id });
    const credential = await workspace.api('GET', '/v1/credential', undefined, created.body.key);

    expect(created).toMatchObject({ status: 201, body: { inbox_id: own.id } });
    expect(credential.body).toMatchObject({ inbox_id: own.id, scopes: ['emails:send'] });
    const unlimited = await createKey({});
    expect(unlimited.body).not.toHaveProperty('inbox_id');
  });

  // IB-13
  test('needs an inbox of the workspace', async () => {
    const foreign = await InboxWorkspace.create(service);
    await inboxes.workspace.api('DELETE', `/v1/inboxes/${inboxes.other.id}`);

    for (const inbox_id of [unknownId, foreign.own.id, inboxes.other.id]) {
      const refused = await createKey({ inbox_id });
      expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(refused.body.error.message).toMatch(/^inbox_id: /);
    }
  });

  // IB-14
  test.each(scopes.map((scope) => [scope]))(
    'with %s is refused unless the scope is in the table',
    async (scope) => {
      const { own, workspace } = inboxes;
      const isAllowed = limitedKeyScopes.includes(scope);
      const unlimited = await aKey(service, { creatorKey: workspace.key, scopes: [scope] });

      const created = await createKey({ inbox_id: own.id, scopes: [scope] });
      const withInbox = await workspace.api('POST', '/v1/inboxes', { key: { scopes: [scope] } });
      const limited = await workspace.api('PATCH', `/v1/api-keys/${unlimited.id}`, { inbox_id: own.id });
      const widened = await workspace.api('PATCH', `/v1/api-keys/${own.key.id}`, { scopes: [scope] });

      expect([created, withInbox, limited, widened].map(({ status }) => status)).toEqual(
        isAllowed ? [201, 201, 200, 200] : [422, 422, 422, 422],
      );
    },
  );

  // IB-13
  test('may not exceed the caller', async () => {
    const { own, workspace } = inboxes;
    const caller = await aKey(service, {
      creatorKey: workspace.key,
      scopes: ['domains:write', 'emails:send'],
      requires_approval: true,
      allowed_recipients: ['example.com'],
      daily_send_limit: 5,
    });
    const allowed = {
      scopes: ['emails:send'],
      requires_approval: true,
      allowed_recipients: ['kim@example.com'],
      daily_send_limit: 5,
    };
    const create = (key: Fields) => workspace.api('POST', '/v1/inboxes', { key }, caller.key);

    const refused = await Promise.all([
      create({ ...allowed, scopes: ['emails:read'] }),
      create({ ...allowed, scopes: ['contacts:read'] }),
      create({ ...allowed, requires_approval: false }),
      create({ ...allowed, allowed_recipients: [] }),
      create({ ...allowed, daily_send_limit: 6 }),
      create({ scopes: ['emails:send'] }),
    ]);

    for (const response of refused)
      expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
    expect((await create(allowed)).status).toBe(201);
    expect((await createKey({ ...allowed, inbox_id: own.id }, caller.key)).status).toBe(201);
  });

  // IB-15
  test('loses its limit by null, and gets another inbox, only through an unlimited caller', async () => {
    const { own, other, workspace } = inboxes;
    const path = `/v1/api-keys/${own.key.id}`;

    const moved = await workspace.api('PATCH', path, { inbox_id: other.id });
    const denied = await inboxes.send({ from: own.address });
    const cleared = await workspace.api('PATCH', path, { inbox_id: null });
    const allowed = await inboxes.send({ from: own.address });
    const bySelf = await inboxes.api('PATCH', `/v1/api-keys/${other.key.id}`, { inbox_id: null }, other);

    expect([moved.body.inbox_id, denied.status]).toEqual([other.id, 403]);
    expect([cleared.body.inbox_id, allowed.status]).toEqual([null, 202]);
    expect(bySelf.status).toBe(403);
  });
});

// IB-28
test('a response from before the limit, or from another inbox, is not replayed to a limited key', async () => {
  const { own, other, workspace } = inboxes;
  const foreign = await inboxes.receive(other.address);
  const { id, key } = await aKey(service, { creatorKey: workspace.key, scopes: ['emails:send'] });
  const post = (path: string, body: Fields, name: string) =>
    workspace.api('POST', path, body, key, { 'Idempotency-Key': name });
  const limit = (inbox_id: string) => workspace.api('PATCH', `/v1/api-keys/${id}`, { inbox_id });
  const read = () => post(`/v1/threads/${foreign.id}/read`, { read: true }, 'read');
  const save = () => post('/v1/drafts', { from: other.address }, 'save');

  const beforeLimit = await read();
  await limit(other.id);
  const saved = [await save(), await save()];
  await limit(own.id);
  const refused = [await read(), await save()];

  expect([beforeLimit, ...saved].map(({ status }) => status)).toEqual([200, 201, 201]);
  expect(saved[1]?.headers.get('idempotent-replay')).toBe('true');
  for (const response of refused)
    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
});

// IB-17
test('the cursor of a limited key names no thread of another inbox', async () => {
  const { own, other } = inboxes;
  const oldest = await inboxes.receive(own.address);
  const foreign = await inboxes.receive(other.address);
  const latest = await inboxes.receive(own.address);

  const { body: first } = await inboxes.api('GET', '/v1/threads?limit=1');
  const { body: second } = await inboxes.api('GET', `/v1/threads?limit=1&cursor=${first.next_cursor}`);

  const position = Buffer.from(first.next_cursor, 'base64url').toString();
  expect(position).toContain(latest.id);
  expect(position).not.toContain(foreign.id);
  expect([first, second].map(({ data }) => data[0].id)).toEqual([latest.id, oldest.id]);
  expect(second.next_cursor).toBeNull();
});

describe('a send with a limited key', () => {
  // IB-16
  test('leaves from the inbox with its name, unless the request gives a name', async () => {
    const { own, workspace } = inboxes;

    const unnamed = await inboxes.send({ from: own.address.toUpperCase(), reply_to: `Own <${own.address}>` });
    const named = await inboxes.send({ from: `Kim <${own.address}>` });

    const froms = await Promise.all(
      [unnamed, named].map(async ({ body }) => (await workspace.getEmail(body.id)).from),
    );
    expect(froms).toEqual([`"The own" <${own.address.toUpperCase()}>`, `Kim <${own.address}>`]);
    const [mail] = await workspace.mailsOf(unnamed.body.id);
    expect(mail?.['from']).toContain('The own');
  });

  // IB-16
  test('from another address, or with another Reply-To, is refused and leaves nothing', async () => {
    const { own, other, workspace } = inboxes;

    const refused = [
      await inboxes.send({ from: other.address }),
      await inboxes.send({ from: workspace.from }),
      await inboxes.send({ from: own.address.replace('@', '+tag@') }),
      await inboxes.send({ from: `Own <${own.address.replace('@', '@x.')}>` }),
      await inboxes.send({ reply_to: workspace.from }),
      await inboxes.send({ from: other.address, scheduled_at: 'in 1 hour' }),
    ];

    for (const response of refused) {
      expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
      expect(response.body.error.message).toContain(own.address);
    }
    expect(await workspace.listEmails()).toEqual([]);
    expect(await workspace.getEmailsUsed()).toBe(0);
  });

  // IB-16
  test('in a batch fails alone', async () => {
    const { own, other, workspace } = inboxes;

    const batch = await workspace.sendBatch(
      [{ from: own.address }, { from: other.address }, { from: own.address }],
      own.key.key,
    );

    expect(batch.status).toBe(207);
    expect(batch.body.data.map(({ ok }: Fields) => ok)).toEqual([true, false, true]);
    expect(batch.body.data[1].error.type).toBe('forbidden');
  });

  // IB-16
  test('is refused at the place of the allowlist in the order of checks', async () => {
    const { other, workspace } = inboxes;
    const from = other.address;

    const schedule = await inboxes.send({ from, scheduled_at: 'never' });
    const reference = await inboxes.send({ from, thread_id: unknownId });
    await workspace.updateWorkspace({ suspended_reason: 'Spam' });
    const suspended = await inboxes.send({ from });

    expect([schedule, reference, suspended].map(({ body }) => body.error.type)).toEqual([
      'invalid_schedule',
      'forbidden',
      'workspace_suspended',
    ]);
  });

  // IB-17
  test.each(['reply_to_message_id', 'thread_id'])(
    'with a foreign %s finds no such message',
    async (field) => {
      const { other } = inboxes;
      const thread = await inboxes.receive(other.address);
      const value = field === 'thread_id' ? thread.id : thread.messages[0].id;

      const refused = await inboxes.send({ [field]: value });
      const unknown = await inboxes.send({ [field]: unknownId });

      expect(refused.status).toBe(422);
      expect(refused.body).toEqual(unknown.body);
    },
  );

  // IB-18
  test('can be held, and the limited key decides nothing', async () => {
    const held = await InboxWorkspace.create(service, { requires_approval: true });
    const { approval_id: id } = (await held.send()).body;
    const { approval_id: foreign } = (await held.send({}, held.other)).body;
    const decide = (approval: string, key: string) =>
      held.workspace.api('POST', `/v1/approvals/${approval}`, { decision: 'approve' }, key);
    const other = await aKey(service, {
      creatorKey: held.workspace.key,
      inbox_id: held.own.id,
      scopes: ['emails:send'],
    });

    expect((await decide(id, other.key)).status).toBe(403);
    expect((await decide(foreign, other.key)).status).toBe(404);
    expect((await held.api('GET', '/v1/approvals')).body.data.map((row: Fields) => row['id'])).toEqual([id]);
    expect((await decide(id, held.workspace.key)).status).toBe(200);
  });

  // IB-17
  test('gets the same response for an approval whose message was deleted as for an unknown one', async () => {
    const held = await InboxWorkspace.create(service, { requires_approval: true });
    const { id, approval_id } = (await held.send({}, held.other)).body;
    await ServiceTable.with(service, (table) => table.remove(keys.email(held.workspace.workspaceId, id)));
    const use = async (approval: string, inbox = held.own): Promise<unknown[]> => [
      refusalOf(await held.api('GET', `/v1/approvals/${approval}`, undefined, inbox)),
      refusalOf(await held.api('GET', `/v1/approvals/${approval}/attachments/0`, undefined, inbox)),
      refusalOf(await held.api('POST', `/v1/approvals/${approval}`, { decision: 'reject' }, inbox)),
    ];

    const unknown = await use(unknownId);

    expect(await use(approval_id)).toEqual(unknown);
    expect(await use(approval_id, held.other)).toEqual(unknown);
    const unlimited = await held.workspace.api('GET', `/v1/approvals/${approval_id}`);
    expect(refusalOf(unlimited).message).toContain('The held draft was deleted');
  });
});

// IB-23
test('a workspace without inboxes and with them pays the same for a send', async () => {
  const plain = await createTestWorkspace(service);
  const measure = async (send: () => Promise<unknown>) => {
    const before = (await service.calls()).length;
    await send();
    const calls = (await service.calls()).slice(before).filter((row) => row.function.endsWith('-sendEmail'));
    return calls.map(({ operation, write_units }) => `${operation} ${write_units}`);
  };
  await plain.sendAccepted();
  await inboxes.send();
  await service.settle();

  const [withoutInboxes, limited] = [await measure(() => plain.send()), await measure(() => inboxes.send())];

  expect(limited.toSorted()).toEqual(withoutInboxes.toSorted());
});
