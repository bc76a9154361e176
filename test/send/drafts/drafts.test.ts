import { randomBytes } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { deriveIdAt } from '../../../shared/core/time';
import { aKey, refusalOf, scopesWithout } from '../../support/api-helpers';
import { largeHtml } from '../../support/factories';
import { deadLetters } from '../../support/journal';
import { anId, aTimestamp, emptyList, unknownId } from '../../support/matchers';
import {
  deleteDraft,
  getDraft,
  listDrafts,
  saveCompleteDraft,
  saveDraft,
  sendDraft,
  updateDraft,
} from '../../support/saved-drafts';
import { StoredBytes } from '../../support/stored-bytes';
import { ServiceTable } from '../../support/table';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService({ timeTravels: true });
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const dayMs = 24 * 60 * 60_000;

/** Moves the clock past the time for an upload and the next sweep, so that unused objects are deleted. */
async function sweep(): Promise<void> {
  await service.advance(15 * 60_000);
  await service.settle();
}

describe('POST /v1/drafts', () => {
  // D-1
  test('saves a request with every field as it is given', async () => {
    const request = {
      from: 'Desk <desk@nobody.example>',
      to: ['Kim <Kim@Example.com>', 'lee@example.com'],
      cc: ['cam@example.com'],
      bcc: [],
      reply_to: 'Desk <reply@example.com>',
      subject: 'Hello',
      html: '',
      text: 'Hi',
      template: 'none',
      variables: { name: null, ['__proto__']: 'kept' },
      risk_class: 'marketing',
      scheduled_at: 'next never',
      sequence_key: 'a',
      tags: [{ name: 'a', value: 'b' }],
      attachments: [{ filename: 'a.txt', content: 'QQ==' }],
      reply_to_message_id: unknownId,
      thread_id: unknownId,
      topic: 'none',
    };

    const { status, body } = await workspace.api('POST', '/v1/drafts', request);

    expect(status).toBe(201);
    expect(body).toEqual({ id: anId, status: 'draft', request, created_at: aTimestamp, updated_at: null });
    expect((await getDraft(workspace, body.id)).body).toEqual(body);
    expect(await saveDraft(workspace, {})).toMatchObject({ request: {} });
    expect(await workspace.outbox()).toEqual([]);
    expect(await workspace.listEmails()).toEqual([]);
  });

  // D-1
  test.each([
    [{ subjekt: 'Hi' }, ['subjekt']],
    [{ subject: '' }, ['subject']],
    [{ from: 'nobody' }, ['from']],
    [{ to: null }, ['to']],
    [{ text: null }, ['text']],
    [{ attachments: [{ filename: 'a', content: '!' }] }, ['attachments', 0, 'content']],
  ])('refuses %j', async (request, path) => {
    const response = await workspace.api('POST', '/v1/drafts', request);

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.details).toMatchObject([{ path }]);
    expect(await listDrafts(workspace)).toEqual([[]]);
  });

  // D-1
  test('suggests the name of a misspelled field, and counts recipients', async () => {
    const misspelled = await workspace.api('POST', '/v1/drafts', { subjct: 'Hi' });
    const tooMany = await workspace.api('POST', '/v1/drafts', { to: Array(51).fill('kim@example.com') });
    const most = await workspace.api('POST', '/v1/drafts', { to: Array(50).fill('kim@example.com') });

    expect(misspelled.body.error.details[0].message).toContain('subject');
    expect(refusalOf(tooMany).message).toContain('50 recipients');
    expect(most.status).toBe(201);
  });

  // D-2
  test('saves one draft for each Idempotency-Key', async () => {
    const once = { 'Idempotency-Key': 'once' };
    const first = await workspace.api('POST', '/v1/drafts', { subject: 'A' }, workspace.key, once);

    const replay = await workspace.api('POST', '/v1/drafts', { subject: 'A' }, workspace.key, once);

    expect(replay.headers.get('idempotent-replay')).toBe('true');
    expect(replay.body).toEqual(first.body);
    expect(await listDrafts(workspace)).toEqual([[first.body.id]]);
  });

  // D-3
  test('saves a request of almost 5 MB, and refuses one that a response has no room for', async () => {
    const file = (bytes: number) => ({ filename: 'a', content: randomBytes(bytes).toString('base64') });
    const request = { attachments: [file(3_700_000)] };

    const { id } = await saveDraft(workspace, request);
    const tooLarge = await workspace.api('POST', '/v1/drafts', { text: '"'.repeat(2_400_000) });

    expect((await getDraft(workspace, id)).body.request).toEqual(request);
    expect(refusalOf(tooLarge)).toMatchObject({ status: 422, type: 'invalid_request' });
  });

  // D-4
  test('saves at most 1,000 drafts, not counting drafts that are sent, deleted or expired', async () => {
    const nowMs = Date.parse(await service.now());
    const kept = Array.from({ length: 998 }, (_, index) => draftItem(index, nowMs + dayMs));
    const expired = draftItem(999, nowMs - 1_000);
    const count = { ...keys.draftCount(workspace.workspaceId), drafts: 999 };
    await ServiceTable.with(service, (table) => table.putAll([...kept, expired, count]));

    const last = [await saveCompleteDraft(workspace), await saveCompleteDraft(workspace)];
    const refused = await workspace.api('POST', '/v1/drafts', {});
    await sendDraft(workspace, last[0] ?? '');
    const afterSend = await workspace.api('POST', '/v1/drafts', {});
    const refusedAgain = await workspace.api('POST', '/v1/drafts', {});
    await deleteDraft(workspace, last[1] ?? '');
    const afterDeletion = await workspace.api('POST', '/v1/drafts', {});

    expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(refusalOf(refused).message).toContain('1000 drafts');
    expect([afterSend, refusedAgain, afterDeletion].map(({ status }) => status)).toEqual([201, 422, 201]);
  });

  function draftItem(index: number, expiresAtMs: number) {
    const id = deriveIdAt(Date.parse('2026-01-01'), `draft ${index}`);
    const { workspaceId } = workspace;
    const createdAt = '2026-01-01T00:00:00.000Z';
    const fields = { id, workspaceId, revision: id, createdAt, updatedAt: null };
    return { ...keys.savedDraft(workspaceId, id), ...fields, expiresAt: Math.ceil(expiresAtMs / 1_000) };
  }
});

describe('drafts', () => {
  // D-5
  test('are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.push((await saveDraft(workspace, { subject: `${index}` })).id);

    expect(await listDrafts(workspace, 2)).toEqual([[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]]);
    const { body } = await workspace.api('GET', '/v1/drafts?limit=1');
    expect(body).toEqual({
      object: 'list',
      data: [(await getDraft(workspace, ids[4] ?? '')).body],
      has_more: true,
      next_cursor: expect.any(String),
    });
    const stranger = await createTestWorkspace(service);
    expect((await stranger.api('GET', '/v1/drafts')).body).toEqual(emptyList);
  });

  // D-5
  test('fill a page only as far as the response has room', async () => {
    const attachments = [{ filename: 'a', content: randomBytes(1_500_000).toString('base64') }];
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push((await saveDraft(workspace, { attachments })).id);

    expect(await listDrafts(workspace)).toEqual([[ids[2], ids[1]], [ids[0]]]);
  });

  // D-6
  test('of another workspace and unknown drafts are 404 before the body is checked', async () => {
    const id = await saveCompleteDraft(workspace);
    const stranger = await createTestWorkspace(service);

    for (const [caller, draftId] of [
      [stranger, id],
      [workspace, unknownId],
      [workspace, 'garbage'],
    ] as const)
      for (const response of [
        await getDraft(caller, draftId),
        await updateDraft(caller, draftId, { nonsense: 1 }),
        await deleteDraft(caller, draftId),
        await sendDraft(caller, draftId),
      ])
        expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
    expect((await getDraft(workspace, id)).status).toBe(200);
  });

  // D-6
  test('need emails:send', async () => {
    const id = await saveCompleteDraft(workspace);
    const others = await aKey(service, { creatorKey: workspace.key, scopes: scopesWithout(['emails:send']) });
    const { key } = await aKey(service, { creatorKey: workspace.key, scopes: ['emails:send'] });

    for (const [method, path] of [
      ['GET', '/v1/drafts'],
      ['GET', `/v1/drafts/${id}`],
      ['PATCH', `/v1/drafts/${id}`],
      ['POST', `/v1/drafts/${id}/send`],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect(refusalOf(await workspace.api(method, path, body, others.key))).toMatchObject({ status: 403 });
      expect((await workspace.api(method, path, body, key)).status).toBeLessThan(300);
    }
  });

  // D-7
  test('end 90 days after their last change, with their content in S3', async () => {
    const request = { html: largeHtml() };
    const [ending, changed] = [await saveDraft(workspace, request), await saveDraft(workspace, request)];
    const stored = new StoredBytes(workspace);

    await service.advance(89 * dayMs);
    await service.settle();
    await updateDraft(workspace, changed.id, { subject: 'Still needed' });
    const before = await listDrafts(workspace);
    await service.advance(dayMs + 60_000);
    await sweep();

    expect(before).toEqual([[changed.id, ending.id]]);
    expect(await listDrafts(workspace)).toEqual([[changed.id]]);
    expect((await getDraft(workspace, ending.id)).status).toBe(404);
    expect((await sendDraft(workspace, ending.id)).status).toBe(404);
    expect((await getDraft(workspace, changed.id)).body.request).toEqual({
      ...request,
      subject: 'Still needed',
    });
    expect(stored.objectKeys()).toHaveLength(1);
  });
});

describe('PATCH /v1/drafts/{id}', () => {
  // D-8
  test('replaces the given fields, removes those that are null, and keeps the others', async () => {
    const draft = await saveDraft(workspace, { subject: 'A', text: 'Old', to: 'kim@example.com', cc: [] });
    await service.advance(1_000);

    const { status, body } = await updateDraft(workspace, draft.id, {
      text: 'New',
      to: null,
      html: null,
      tags: [],
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...draft,
      request: { subject: 'A', text: 'New', cc: [], tags: [] },
      updated_at: aTimestamp,
    });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(draft.created_at));
    expect((await getDraft(workspace, draft.id)).body).toEqual(body);
  });

  // D-8
  test.each([{ subjekt: 'Hi' }, { subject: '' }, { to: [] }, { risk_class: 'other' }, []])(
    'refuses %j',
    async (changes) => {
      const draft = await saveDraft(workspace, { subject: 'A' });

      const response = await updateDraft(workspace, draft.id, changes as Record<string, unknown>);

      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect((await getDraft(workspace, draft.id)).body).toEqual(draft);
    },
  );

  // D-8
  test('keeps all fields that concurrent requests change', async () => {
    const { id } = await saveDraft(workspace, {});
    const changes = { subject: 'A', text: 'B', html: 'C', template: 'd', topic: 'e' };

    await Promise.all(
      Object.entries(changes).map(([name, value]) => updateDraft(workspace, id, { [name]: value })),
    );

    expect((await getDraft(workspace, id)).body.request).toEqual(changes);
  });

  // D-9
  test('deletes the object of the request that it replaces, and so does DELETE', async () => {
    const stored = new StoredBytes(workspace);
    const { id } = await saveDraft(workspace, { html: largeHtml() });
    const [first] = stored.objectKeys();

    await updateDraft(workspace, id, { html: largeHtml() });
    await sweep();
    const [second, ...others] = stored.objectKeys();
    await updateDraft(workspace, id, { html: 'Short' });
    await sweep();

    expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
    expect(second).not.toBe(first);
    expect(others).toEqual([]);
    expect(stored.objectKeys()).toEqual([]);
    expect((await getDraft(workspace, id)).body.request).toEqual({ html: 'Short' });
    const large = await saveDraft(workspace, { html: largeHtml() });
    expect((await deleteDraft(workspace, large.id)).body).toEqual({ id: large.id, deleted: true });
    await sweep();
    expect(stored.objectKeys()).toEqual([]);
    expect(await stored.count()).toBe(0);
    expect(deadLetters(service)).toEqual([]);
  });
});

describe('DELETE /v1/drafts/{id}', () => {
  // D-10
  test('deletes the draft', async () => {
    const id = await saveCompleteDraft(workspace);

    const { status, body } = await deleteDraft(workspace, id);

    expect({ status, body }).toEqual({ status: 200, body: { id, deleted: true } });
    expect(await listDrafts(workspace)).toEqual([[]]);
    for (const response of [
      await getDraft(workspace, id),
      await updateDraft(workspace, id, {}),
      await deleteDraft(workspace, id),
      await sendDraft(workspace, id),
    ])
      expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await workspace.outbox()).toEqual([]);
  });
});
