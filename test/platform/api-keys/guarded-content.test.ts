import { aKey, refusalOf } from '../../support/api-helpers';
import { Automations } from '../../support/automations/automations';
import { unknownId } from '../../support/matchers';
import { useService } from '../../support/use-service';

const service = useService();
let automations: Automations;

beforeAll(async () => {
  automations = await Automations.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

type Fields = Record<string, unknown>;

const forbidden = { status: 403, type: 'forbidden' };

const guardrails: [string, Fields][] = [
  ['a key that requires approval', { requires_approval: true }],
  ['a key with an allowlist', { allowed_recipients: ['example.com'] }],
];

const createKey = (fields: Fields = {}, creatorKey = automations.workspace.key) =>
  aKey(service, { creatorKey, ...fields });

describe.each(guardrails)('%s', (_kind, guardrail) => {
  // K-37
  test('activates no automation of any status', async () => {
    const { key } = await createKey(guardrail);
    const draft = await automations.createDraft();
    const active = await automations.createActive();
    const paused = await automations.createActive();
    await automations.setStatus(paused, 'paused');

    for (const id of [draft, active, paused]) {
      const refused = await automations.api(
        'POST',
        `/v1/automations/${id}/status`,
        { status: 'active' },
        key,
      );
      expect(refusalOf(refused)).toMatchObject(forbidden);
    }
    expect((await automations.getAutomation(draft)).status).toBe('draft');
    expect((await automations.getAutomation(paused)).status).toBe('paused');
  });

  // K-37
  test('changes a draft and a paused automation, but not an active one', async () => {
    const { key } = await createKey(guardrail);
    const id = await automations.createDraft();
    const change = (fields: Fields) => automations.api('PATCH', `/v1/automations/${id}`, fields, key);

    const ofDraft = await change({ exit_tags: ['one'] });
    await automations.setStatus(id, 'active');
    const ofActive = await change({ exit_tags: ['two'] });
    const afterRefusal = await automations.getAutomation(id);
    const pause = await automations.api('POST', `/v1/automations/${id}/status`, { status: 'paused' }, key);
    const ofPaused = await change({ exit_tags: ['three'] });

    expect([ofDraft, pause, ofPaused].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refusalOf(ofActive)).toMatchObject(forbidden);
    expect(afterRefusal.exit_tags).toEqual(['one']);
  });

  // K-37
  test('may delete an active automation', async () => {
    const { key } = await createKey(guardrail);
    const id = await automations.createActive();

    const deleted = await automations.api('DELETE', `/v1/automations/${id}`, undefined, key);

    expect(deleted.status).toBe(200);
  });

  // K-37
  test('gets 404 before 403 and 403 before 422 for an automation', async () => {
    const { key } = await createKey(guardrail);
    const id = await automations.createActive();
    const invalid = { exit_tags: 7 };

    const missing = await automations.api('PATCH', `/v1/automations/${unknownId}`, invalid, key);
    const missingStatus = await automations.api(
      'POST',
      `/v1/automations/${unknownId}/status`,
      { status: 'active' },
      key,
    );
    const guarded = await automations.api('PATCH', `/v1/automations/${id}`, invalid, key);
    const unguarded = await automations.api('PATCH', `/v1/automations/${id}`, invalid);

    expect([missing, missingStatus, guarded, unguarded].map(({ status }) => status)).toEqual([
      404, 404, 403, 422,
    ]);
  });

  // K-38
  test('creates, changes, copies and deletes no template', async () => {
    const { key } = await createKey(guardrail);
    const slug = `notice-${_kind.length}`;
    await automations.workspace.createTemplate(slug);
    const before = await automations.callOk('GET', `/v1/templates/${slug}`);
    const template = { slug, name: 'Other', subject: 'Other', html: '<p>Other</p>' };

    const refused = [
      await automations.api('POST', '/v1/templates', template, key),
      await automations.api('POST', '/v1/templates', { ...template, slug: 'new-one' }, key),
      await automations.api('POST', '/v1/templates', { slug: 'NO SLUG' }, key),
      await automations.api('POST', `/v1/templates/${slug}/duplicate`, { slug: 'copy-one' }, key),
      await automations.api('POST', `/v1/templates/${slug}/duplicate`, { slug: 7 }, key),
      await automations.api('DELETE', `/v1/templates/${slug}`, undefined, key),
    ];
    const missing = [
      await automations.api('POST', '/v1/templates/no-such/duplicate', { slug: 7 }, key),
      await automations.api('DELETE', '/v1/templates/no-such', undefined, key),
    ];
    const rendered = await automations.api('POST', `/v1/templates/${slug}/render`, {}, key);

    for (const response of refused) expect(refusalOf(response)).toMatchObject(forbidden);
    expect(missing.map(({ status }) => status)).toEqual([404, 404]);
    expect(rendered.status).toBe(200);
    expect(await automations.callOk('GET', `/v1/templates/${slug}`)).toEqual(before);
    expect((await automations.api('GET', '/v1/templates/new-one')).status).toBe(404);
    expect((await automations.api('GET', '/v1/templates/copy-one')).status).toBe(404);
  });

  // K-39
  test('changes templates if it was created with templates_unguarded', async () => {
    const slug = `allowed-${_kind.length}`;
    const created = await service.api('POST', '/v1/api-keys', {
      key: automations.workspace.key,
      body: { name: 'Agent', scopes: ['templates:write'], ...guardrail, templates_unguarded: true },
    });
    const template = { slug, name: 'Notice', subject: 'Notice', html: '<p>Notice</p>' };

    const saved = await automations.api('POST', '/v1/templates', template, created.body.key);
    const deleted = await automations.api('DELETE', `/v1/templates/${slug}`, undefined, created.body.key);

    expect(created.body.templates_unguarded).toBe(true);
    expect([saved.status, deleted.status]).toEqual([201, 200]);
  });
});

// K-37
test('a guarded change is refused if another request activates the automation after it was read', async () => {
  const { key } = await createKey({ requires_approval: true });
  const id = await automations.createDraft();
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'updateAutomation',
    delay_ms: 3_000,
    times: 2,
  });

  const change = automations.api('PATCH', `/v1/automations/${id}`, { exit_tags: ['late'] }, key);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await automations.setStatus(id, 'active');

  expect(refusalOf(await change)).toMatchObject(forbidden);
  expect((await automations.getAutomation(id)).exit_tags).toEqual([]);
});

// K-37, K-38
test('a key with only a daily limit changes automations and templates', async () => {
  const { key } = await createKey({ daily_send_limit: 5 });
  const id = await automations.createDraft();

  const activated = await automations.api('POST', `/v1/automations/${id}/status`, { status: 'active' }, key);
  const changed = await automations.api('PATCH', `/v1/automations/${id}`, { exit_tags: ['one'] }, key);
  const template = { slug: 'by-limited', name: 'Notice', subject: 'Notice', html: '<p>Notice</p>' };
  const saved = await automations.api('POST', '/v1/templates', template, key);

  expect([activated.status, changed.status, saved.status]).toEqual([200, 200, 201]);
});

describe('templates_unguarded', () => {
  const change = (id: string, fields: Fields, key = automations.workspace.key) =>
    service.api('PATCH', `/v1/api-keys/${id}`, { key, body: fields });

  const saveTemplate = (key: string) =>
    automations.api('POST', '/v1/templates', { slug: 's', name: 's', subject: 's', html: 's' }, key);

  // K-39
  test('is set and cleared by an unguarded caller, and absent from keys that never had it', async () => {
    const { id, key } = await createKey({ requires_approval: true });

    const unset = await change(id, { name: 'Agent' });
    const set = await change(id, { templates_unguarded: true });
    const saved = await saveTemplate(key);
    const cleared = await change(id, { templates_unguarded: false });
    const refused = await saveTemplate(key);

    expect(unset.body).not.toHaveProperty('templates_unguarded');
    expect(set.body.templates_unguarded).toBe(true);
    expect(saved.status).toBeLessThan(300);
    expect(cleared.body.templates_unguarded).toBe(false);
    expect(refusalOf(refused)).toMatchObject(forbidden);
  });

  // K-39
  test.each([
    ['requires approval', { requires_approval: true }],
    ['has an allowlist', { allowed_recipients: ['example.com'] }],
    ['has a daily limit', { daily_send_limit: 5 }],
  ])('is not set by a caller that %s', async (_guardrail, guardrail: Fields) => {
    const caller = await createKey({ ...guardrail, templates_unguarded: true });
    const { id } = await createKey(guardrail, caller.key);

    const created = await service.api('POST', '/v1/api-keys', {
      key: caller.key,
      body: { name: 'Child', scopes: ['templates:write'], ...guardrail, templates_unguarded: true },
    });
    const changed = await change(id, { templates_unguarded: true }, caller.key);
    const cleared = await change(id, { templates_unguarded: false }, caller.key);

    expect(refusalOf(created)).toMatchObject(forbidden);
    expect(refusalOf(changed)).toMatchObject(forbidden);
    expect(cleared.status).toBe(200);
  });

  // K-39
  test('is a boolean', async () => {
    const { id } = await createKey({ requires_approval: true });

    expect(refusalOf(await change(id, { templates_unguarded: 'yes' }))).toMatchObject({ status: 422 });
    expect(refusalOf(await change(id, { templates_unguarded: null }))).toMatchObject({ status: 422 });
  });
});
