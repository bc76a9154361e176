import { refusalOf } from '../../support/api-helpers';
import { saveDraft } from '../../support/saved-drafts';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';
import { InboxWorkspace } from './support/inbox-workspace';

const service = useService();
let inboxes: InboxWorkspace;

beforeEach(async () => {
  inboxes = await InboxWorkspace.create(service);
});

type Fields = Record<string, unknown>;

const forbidden = { status: 403, type: 'forbidden' };
const notFound = { status: 404, type: 'not_found' };

const save = (fields: unknown): Promise<ApiResponse> => inboxes.api('POST', '/v1/drafts', fields);
const visibleIds = async (): Promise<string[]> =>
  (await inboxes.api('GET', '/v1/drafts')).body.data.map(({ id }: { id: string }) => id);

/** Reads, changes, sends and deletes a draft with the limited key. */
const useEveryEndpoint = async (id: string): Promise<ApiResponse[]> => [
  await inboxes.api('GET', `/v1/drafts/${id}`),
  await inboxes.api('PATCH', `/v1/drafts/${id}`, { subject: 'Changed' }),
  await inboxes.api('POST', `/v1/drafts/${id}/send`),
  await inboxes.api('DELETE', `/v1/drafts/${id}`),
];

// IB-26
test('a limited key saves, lists, changes and sends the drafts of its inbox', async () => {
  const { own, workspace } = inboxes;
  const mail = workspace.buildEmail({ from: `Own <${own.address.toUpperCase()}>`, reply_to: own.address });

  const created = await save(mail);
  const byOther = await saveDraft(workspace, { from: own.address });
  const changed = await inboxes.api('PATCH', `/v1/drafts/${byOther.id}`, { subject: 'Hello' });
  const ids = await visibleIds();
  const sent = await inboxes.api('POST', `/v1/drafts/${created.body.id}/send`);
  const again = await inboxes.api('POST', `/v1/drafts/${created.body.id}/send`);
  const deleted = await inboxes.api('DELETE', `/v1/drafts/${byOther.id}`);

  expect(created).toMatchObject({ status: 201, body: { request: mail } });
  expect(changed.body.request).toEqual({ from: own.address, subject: 'Hello' });
  expect(ids).toEqual([byOther.id, created.body.id]);
  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(refusalOf(again)).toMatchObject({ status: 409, type: 'invalid_state' });
  expect(deleted.status).toBe(200);
  expect((await workspace.getEmail(sent.body.id)).from).toBe(mail['from']);
});

// IB-26
test('a draft from elsewhere or without from is absent for a limited key, also after it was sent', async () => {
  const { own, other, workspace } = inboxes;
  const requests = [{}, { subject: own.address }, { from: workspace.from }, { from: other.address }];
  const drafts = await Promise.all(requests.map((request) => saveDraft(workspace, request)));
  const foreign = await saveDraft(workspace, workspace.buildEmail({ from: other.address }));
  await workspace.api('POST', `/v1/drafts/${foreign.id}/send`);

  for (const { id } of [...drafts, foreign])
    for (const response of await useEveryEndpoint(id)) expect(refusalOf(response)).toMatchObject(notFound);
  expect(await inboxes.api('GET', '/v1/drafts?limit=1')).toMatchObject({
    body: { data: [], has_more: false, next_cursor: null },
  });
  expect(await workspace.outbox()).toHaveLength(1);
});

// IB-26
test.each<[string, (own: string, other: string) => unknown]>([
  ['no from', () => ({ subject: 'Hello' })],
  ['another inbox in from', (_own, from) => ({ from })],
  ['another inbox in reply_to', (from, reply_to) => ({ from, reply_to })],
  ['a tag in from', (own) => ({ from: own.replace('@', '+tag@') })],
  ['the inbox only as a name', (own, other) => ({ from: `"${own}" <${other}>` })],
  ['an unknown field, and no from', () => ({ subjekt: 'Hello' })],
  ['an invalid from', () => ({ from: ['nobody'] })],
  ['no object', () => [1]],
])('a limited key saves no draft with %s', async (_name, requestOf) => {
  const { own, other, workspace } = inboxes;

  const refused = await save(requestOf(own.address, other.address));

  expect(refusalOf(refused)).toMatchObject(forbidden);
  expect(refused.body.error.message).toContain(own.address);
  expect((await workspace.api('GET', '/v1/drafts')).body.data).toEqual([]);
});

// IB-26
test('a limited key moves no draft to another inbox or Reply-To', async () => {
  const { own, other } = inboxes;
  const { id } = (await save({ from: own.address })).body;
  const change = (fields: Fields) => inboxes.api('PATCH', `/v1/drafts/${id}`, fields);

  for (const fields of [{ from: other.address }, { from: null }, { reply_to: other.address, subjekt: 1 }])
    expect(refusalOf(await change(fields))).toMatchObject(forbidden);
  expect(refusalOf(await change({ subjekt: 1 }))).toMatchObject({ status: 422, type: 'invalid_request' });
  expect((await change({ reply_to: own.address })).body.request).toEqual({
    from: own.address,
    reply_to: own.address,
  });
});

// IB-26
test('a draft leaves the view of a limited key when its from changes, and the send checks it again', async () => {
  const { own, other, workspace } = inboxes;
  const { id } = (await save({ from: own.address })).body;
  const change = (fields: Fields) => workspace.api('PATCH', `/v1/drafts/${id}`, fields);

  await change({ from: other.address });
  const gone = await visibleIds();
  await change({ from: null });
  const withoutFrom = await visibleIds();
  await change({ ...workspace.buildEmail({ from: own.address }), reply_to: other.address });
  const back = await visibleIds();
  const sent = await inboxes.api('POST', `/v1/drafts/${id}/send`);

  expect([gone, withoutFrom, back]).toEqual([[], [], [id]]);
  expect(refusalOf(sent)).toMatchObject(forbidden);
  expect(await workspace.outbox()).toEqual([]);
});

// IB-21
test('a new inbox at the address of a deleted one sees none of its drafts', async () => {
  const { own, workspace } = inboxes;
  const { id } = (await save({ from: own.address })).body;
  await workspace.api('DELETE', `/v1/inboxes/${own.id}`);
  const key = { scopes: ['emails:send'] };
  const renewed = (await workspace.api('POST', '/v1/inboxes', { username: 'own', key })).body;

  await workspace.api('PATCH', `/v1/drafts/${id}`, { subject: 'Changed' });
  const seen = await inboxes.api('GET', '/v1/drafts', undefined, renewed);
  const read = await inboxes.api('GET', `/v1/drafts/${id}`, undefined, renewed);

  expect(seen.body.data).toEqual([]);
  expect(refusalOf(read)).toMatchObject(notFound);
});
