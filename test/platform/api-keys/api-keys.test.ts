import { aKey, refusalOf } from '../../support/arrange';
import { scopes, type Scope } from '../../../shared/core/scopes';
import { anEmail, aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { aTime, nobody } from '../../support/matchers';
import { theService } from '../../support/the-service';

const service = theService();

const create = (overrides: Record<string, unknown> = {}, by = service.at.key): Promise<Answer> =>
  service.api('POST', '/v1/api-keys', {
    key: by,
    body: { name: 'CI', scopes: ['emails:send'], ...overrides },
  });

const update = (id: string, body: unknown, by = service.at.key): Promise<Answer> =>
  service.api('PATCH', `/v1/api-keys/${id}`, { key: by, body });

const revoke = (id: string, by = service.at.key): Promise<Answer> =>
  service.api('DELETE', `/v1/api-keys/${id}`, { key: by });

/** The key as the list shows it. */
const listed = async (id: string) => {
  const { body } = await service.api('GET', '/v1/api-keys?limit=100');
  return body.data.find((key: { id: string }) => key.id === id);
};

/** The id of this key. */
async function ownId(key: string): Promise<string> {
  const { body } = await service.api('GET', '/v1/api-keys?limit=100', { key });
  return body.data.find(({ last4 }: { last4: string }) => key.endsWith(last4)).id;
}

const unguarded = { daily_send_limit: null, allowed_recipients: [], requires_approval: false };
const guardrails = {
  daily_send_limit: 10,
  allowed_recipients: ['acme.test', 'kim@example.com'],
  requires_approval: true,
};

/** A key with every guardrail, as it is shown later. */
async function aGuardedKey() {
  const { id } = (await create(guardrails)).body;
  return listed(id);
}

describe('a new key', () => {
  test('is shown once, whole, and works', async () => {
    const { status, body } = await create();
    const { key, ...shown } = body;

    expect(status).toBe(201);
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'CI',
      last4: key.slice(-4),
      scopes: ['emails:send'],
      ...unguarded,
      created_at: aTime,
      last_used_at: null,
      revoked_at: null,
    });
    expect(await service.api('POST', '/v1/emails', { key, body: anEmail() })).toMatchObject({ status: 202 });
  });

  test('is never shown again, neither as it is nor as its hash', async () => {
    const { key, ...shown } = (await create()).body;

    const answers = [
      await service.api('GET', '/v1/api-keys?limit=100'),
      await update(shown.id, { name: 'Other' }),
      await revoke(shown.id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toContain(key);
      expect(JSON.stringify(body)).not.toMatch(/"key"|hash|[0-9a-f]{64}/);
    }
  });

  test('has the guardrails that it was given, and unknown fields are ignored', async () => {
    const { status, body } = await create({ ...guardrails, colour: 'red', revoked_at: 'now', id: nobody });

    expect(status).toBe(201);
    expect(body).toMatchObject(guardrails);
    expect(body).not.toHaveProperty('colour');
    expect(body.revoked_at).toBeNull();
    expect(body.id).not.toBe(nobody);
  });

  test('takes a daily limit of null as none', async () => {
    expect((await create({ daily_send_limit: null })).body).toMatchObject(unguarded);
  });

  test('takes 200 entries and a name of 80 characters', async () => {
    const allowlist = Array.from({ length: 200 }, (_, index) => `person-${index}@example.com`);

    expect((await create({ name: 'x'.repeat(80), allowed_recipients: allowlist })).status).toBe(201);
  });

  test('is another one for each request, also under one Idempotency-Key', async () => {
    const request = {
      body: { name: 'CI', scopes: ['emails:send'] },
      headers: { 'Idempotency-Key': 'a-key' },
    };

    const first = await service.api('POST', '/v1/api-keys', request);
    const second = await service.api('POST', '/v1/api-keys', request);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
    expect(second.headers.get('idempotent-replay')).toBeNull();
  });

  test.each([
    [{ name: undefined }, [['name']]],
    [{ name: '' }, [['name']]],
    [{ name: 'x'.repeat(81) }, [['name']]],
    [{ scopes: undefined }, [['scopes']]],
    [{ scopes: [] }, [['scopes']]],
    [{ scopes: ['emails:send', 'emails:burn'] }, [['scopes', 1]]],
    [{ scopes: 'emails:send' }, [['scopes']]],
    [{ daily_send_limit: 0 }, [['daily_send_limit']]],
    [{ daily_send_limit: 1.5 }, [['daily_send_limit']]],
    [{ allowed_recipients: null }, [['allowed_recipients']]],
    [{ allowed_recipients: Array(201).fill('acme.test') }, [['allowed_recipients']]],
    [{ requires_approval: 'yes' }, [['requires_approval']]],
    [{ name: 1, scopes: [1], requires_approval: null }, [['name'], ['scopes', 0], ['requires_approval']]],
  ])('%j is refused, naming every field', async (overrides, paths) => {
    const answer = await create(overrides);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual(paths);
  });

  test('is refused for entries that are neither address nor domain, naming each', async () => {
    const entries = ['acme.test', 'bare', '@acme.test', 'local@', 'https://acme.test', 'a@acme.test'];

    const answer = await create({ allowed_recipients: entries });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(answer.body.error.message).toMatch(
      /^allowed_recipients: .*"bare".*"local@".*"https:\/\/acme\.test"/,
    );
    expect(answer.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual(
      [1, 3, 4].map((index) => ['allowed_recipients', index]),
    );
  });
});

describe('a new key can do no more than the caller', () => {
  const caller = async (overrides: Record<string, unknown>) => (await aKey(service, overrides)).key;

  test('who must hold every scope', async () => {
    const by = await caller({ scopes: ['domains:write', 'emails:read'] });

    const beyond = await create({ scopes: ['emails:read', 'emails:send', 'threads:read'] }, by);
    const within = await create({ scopes: ['emails:read', 'domains:write'] }, by);

    expect(refusalOf(beyond)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(beyond.body.error.message).toMatch(/emails:send.*threads:read/);
    expect(within.status).toBe(201);
  });

  test.each([
    ['none', {}, 403],
    ['null', { daily_send_limit: null }, 403],
    ['a higher one', { daily_send_limit: 11 }, 403],
    ['the same', { daily_send_limit: 10 }, 201],
    ['a lower one', { daily_send_limit: 1 }, 201],
  ])('with a daily limit of 10: %s', async (_what, wanted, status) => {
    const answer = await create(wanted, await caller({ daily_send_limit: 10 }));

    expectGrant(answer, status, 'daily_send_limit');
  });

  test.each([
    ['none', {}, 403],
    ['an empty one', { allowed_recipients: [] }, 403],
    ['the domain', { allowed_recipients: ['acme.test'] }, 201],
    ['the domain, written otherwise', { allowed_recipients: ['@ACME.test'] }, 201],
    ['an address of the domain', { allowed_recipients: ['ann@acme.test'] }, 201],
    ['the address, written otherwise', { allowed_recipients: ['KIM@Example.com'] }, 201],
    ['the domain of the address', { allowed_recipients: ['example.com'] }, 403],
    ['a subdomain', { allowed_recipients: ['eu.acme.test'] }, 403],
    ['one entry too many', { allowed_recipients: ['ann@acme.test', 'li@example.com'] }, 403],
  ])('with an allowlist: %s', async (_what, wanted, status) => {
    const answer = await create(wanted, await caller({ allowed_recipients: guardrails.allowed_recipients }));

    expectGrant(answer, status, 'allowed_recipients');
  });

  test.each([
    ['nothing said', {}, 403],
    ['false', { requires_approval: false }, 403],
    ['true', { requires_approval: true }, 201],
  ])('whose sends need approval: %s', async (_what, wanted, status) => {
    expectGrant(await create(wanted, await caller({ requires_approval: true })), status, 'requires_approval');
  });

  test('where the body comes first, and the entries of the allowlist', async () => {
    const by = await caller({ scopes: ['domains:write'] });

    const badBody = await create({ name: '', scopes: ['emails:send'] }, by);
    const badEntry = await create({ allowed_recipients: ['bare'], scopes: ['emails:send'] }, by);

    expect([badBody.status, badEntry.status]).toEqual([422, 422]);
  });

  test('and a token, which has no guardrails, is limited by its scopes alone', async () => {
    const { access_token: token } = await service.control(
      'POST',
      `/workspaces/${service.at.workspace.id}/tokens`,
      { scopes: ['domains:write', 'emails:send'] },
    );

    expect((await create({ scopes: ['emails:send'] }, token)).status).toBe(201);
    expect(refusalOf(await create({ scopes: ['emails:read'] }, token)).status).toBe(403);
  });
});

/** 201, or a refusal whose message says which guardrail. */
function expectGrant(answer: Answer, status: number, field: string): void {
  expect(answer.status).toBe(status);
  if (status === 201) return;
  expect(refusalOf(answer).type).toBe('forbidden');
  expect(answer.body.error.message).toContain(field);
}

describe('an update', () => {
  test('changes what it names and nothing else', async () => {
    const before = await aGuardedKey();

    const renamed = await update(before.id, { name: 'New name' });
    const rescoped = await update(before.id, { scopes: ['emails:read', 'emails:read'] });
    const untouched = await update(before.id, {});

    expect(renamed).toMatchObject({ status: 200, body: { ...before, name: 'New name' } });
    expect(rescoped.body).toEqual({ ...before, name: 'New name', scopes: ['emails:read'] });
    expect(untouched.body).toEqual(rescoped.body);
    expect(await listed(before.id)).toEqual(rescoped.body);
  });

  test.each([
    [{ daily_send_limit: null }, { daily_send_limit: null }],
    [{ allowed_recipients: null }, { allowed_recipients: [] }],
    [{ allowed_recipients: [] }, { allowed_recipients: [] }],
    [{ requires_approval: false }, { requires_approval: false }],
    [{ allowed_recipients: ['li@example.com'] }, { allowed_recipients: ['li@example.com'] }],
  ])('%j makes it %j', async (changes, after) => {
    const before = await aGuardedKey();

    expect((await update(before.id, changes)).body).toEqual({ ...before, ...after });
  });

  test('counts from the next request on', async () => {
    const { id, key } = await aKey(service, { scopes: ['emails:read'] });
    const read = () => service.api('GET', '/v1/emails', { key });

    const before = await read();
    await update(id, { scopes: ['emails:send'] });
    const without = await read();
    await update(id, { scopes: ['emails:send', 'emails:read'] });

    expect([before.status, without.status, (await read()).status]).toEqual([200, 403, 200]);
  });

  test('with ten others at the same time leaves a key that is what it shows', async () => {
    const { id, key } = await aKey(service, { scopes: ['emails:send'] });

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        update(id, { scopes: index % 2 === 0 ? ['emails:read'] : ['emails:send'], name: `n${index}` }),
      ),
    );

    const canRead = (await service.api('GET', '/v1/emails', { key })).status === 200;
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect((await listed(id)).scopes).toEqual([canRead ? 'emails:read' : 'emails:send']);
  });

  test.each([
    [{ colour: 'red' }, ['colour']],
    [{ key: 'sk_live_x' }, ['key']],
    [{ revoked_at: null }, ['revoked_at']],
    [{ name: null }, ['name']],
    [{ name: 'x'.repeat(81) }, ['name']],
    [{ scopes: [] }, ['scopes']],
    [{ scopes: ['emails:burn'] }, ['scopes', 0]],
    [{ daily_send_limit: 0 }, ['daily_send_limit']],
    [{ requires_approval: null }, ['requires_approval']],
    [[], []],
  ])('%j is refused, naming the field', async (body, path) => {
    const { id } = await aKey(service);

    const answer = await update(id, body);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  });
});

describe('an update is checked in this order', () => {
  const badBody = { colour: 'red' };
  const badEntry = { allowed_recipients: ['bare'] };
  const beyond = { scopes: [...scopes] };
  let caller: { id: string; key: string };
  let revoked: string;

  beforeAll(async () => {
    caller = await aKey(service, { scopes: ['domains:write'] });
    revoked = (await aKey(service, { scopes: ['domains:write'] })).id;
    await revoke(revoked);
  });

  test('the body, before the entries of the allowlist', async () => {
    const answer = await update(caller.id, { ...badBody, ...badEntry }, caller.key);

    expect(answer.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual([['colour']]);
  });

  test('the entries, before whether the key is the caller', async () => {
    expect(refusalOf(await update(caller.id, badEntry, caller.key)).status).toBe(422);
  });

  test('whether the key is the caller, before what would be granted', async () => {
    const answer = await update(caller.id, { name: 'Me', ...beyond }, caller.key);

    expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(answer.body.error.message).toMatch(/itself/);
  });

  test('body and entries, before existence', async () => {
    expect(refusalOf(await update(nobody, badBody, caller.key)).status).toBe(422);
    expect(refusalOf(await update(nobody, badEntry, caller.key)).status).toBe(422);
  });

  test('existence, before what would be granted', async () => {
    expect(refusalOf(await update(nobody, beyond, caller.key))).toMatchObject({
      status: 404,
      type: 'not_found',
    });
  });

  test('body and entries, before the revocation', async () => {
    expect(refusalOf(await update(revoked, badBody, caller.key)).status).toBe(422);
    expect(refusalOf(await update(revoked, badEntry, caller.key)).status).toBe(422);
  });

  test('the revocation, before what would be granted', async () => {
    const refused = refusalOf(await update(revoked, beyond, caller.key));

    expect(refused).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(refused.message).toMatch(/revoked/);
  });
});

describe('an update grants no more than the caller has', () => {
  const callerWith = async (overrides: Record<string, unknown> = {}) => (await aKey(service, overrides)).key;
  const few: Scope[] = ['domains:write', 'emails:read'];

  test('a scope that it adds must be held by the caller', async () => {
    const by = await callerWith({ scopes: few });
    const { id } = await aKey(service, { scopes: ['emails:read'] });

    const beyond = await update(id, { scopes: ['emails:read', 'emails:send'] }, by);

    expect(refusalOf(beyond)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(beyond.body.error.message).toContain('emails:send');
    expect((await update(id, { scopes: few }, by)).status).toBe(200);
  });

  test('renaming, removing scopes and keeping those that the caller lacks is never refused', async () => {
    const by = await callerWith({ scopes: few, ...guardrails });
    const { id } = await aKey(service, { scopes: ['emails:send', 'webhooks:read', 'emails:read'] });

    expect((await update(id, { name: 'Renamed' }, by)).status).toBe(200);
    expect((await update(id, { scopes: ['emails:send', 'webhooks:read'] }, by)).status).toBe(200);
    expect((await update(id, { scopes: ['webhooks:read'] }, by)).status).toBe(200);
  });

  test.each([
    ['daily_send_limit', { daily_send_limit: null }, 403],
    ['daily_send_limit', { daily_send_limit: 11 }, 403],
    ['daily_send_limit', { daily_send_limit: 10 }, 200],
    ['allowed_recipients', { allowed_recipients: null }, 403],
    ['allowed_recipients', { allowed_recipients: [] }, 403],
    ['allowed_recipients', { allowed_recipients: ['example.com'] }, 403],
    ['allowed_recipients', { allowed_recipients: ['ann@acme.test'] }, 200],
    ['requires_approval', { requires_approval: false }, 403],
    ['requires_approval', { requires_approval: true }, 200],
  ])('a guarded caller sets %s by %j: %i', async (field, changes, status) => {
    const by = await callerWith(guardrails);
    const { id } = await aKey(service);

    const answer = await update(id, changes, by);

    expect(answer.status).toBe(status);
    if (status === 403) expect(refusalOf(answer).message).toContain(field);
  });

  test('once a scope is added, the whole key must be within the guardrails of the caller', async () => {
    const by = await callerWith(guardrails);
    const { id } = await aKey(service, { scopes: ['emails:read'] });
    const more = { scopes: ['emails:read', 'emails:send'] };

    const bare = await update(id, more, by);
    const partly = await update(id, { ...more, daily_send_limit: 10, requires_approval: true }, by);
    const within = await update(id, { ...more, ...guardrails }, by);

    expect(refusalOf(bare)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(partly).message).toContain('allowed_recipients');
    expect(within).toMatchObject({ status: 200, body: { ...more, ...guardrails } });
  });
});

describe('a revoked key', () => {
  test('authenticates nothing from that moment on', async () => {
    const { id, key } = await aKey(service);
    const before = await service.api('GET', '/v1/emails', { key });

    await revoke(id);
    const after = await service.api('GET', '/v1/emails', { key });

    expect(before.status).toBe(200);
    expect(refusalOf(after)).toMatchObject({ status: 401, type: 'unauthorized' });
  });

  test('stays listed with the time, and revoking it again keeps that', async () => {
    const created = await aGuardedKey();

    const first = await revoke(created.id);
    await service.advance(5_000);
    const second = await revoke(created.id);

    expect(first).toMatchObject({ status: 200, body: { ...created, revoked_at: aTime } });
    expect(second.body).toEqual(first.body);
    expect(await listed(created.id)).toEqual(first.body);
  });

  test('by ten requests at once has one time of revocation', async () => {
    const { id } = await aKey(service);

    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(id)));

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.revoked_at))).toEqual(
      new Set([(await listed(id)).revoked_at]),
    );
  });

  test('cannot be changed any more', async () => {
    const { id } = await aKey(service);
    await revoke(id);

    expect(refusalOf(await update(id, { name: 'Back' }))).toMatchObject({
      status: 409,
      type: 'invalid_state',
    });
  });
});

describe('a key itself', () => {
  test('cannot be edited or revoked by its own holder', async () => {
    const { id, key } = await aKey(service);

    const edited = await update(id, { name: 'Me' }, key);
    const revoked = await revoke(id, key);

    for (const answer of [edited, revoked]) {
      expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'forbidden' });
    }
    expect(await listed(id)).toMatchObject({ name: 'Test', revoked_at: null });
  });

  test('can be revoked by another that holds less', async () => {
    const { id } = await aKey(service);
    const { key: by } = await aKey(service, { scopes: ['domains:write'] });

    expect((await revoke(id, by)).status).toBe(200);
  });

  test('shows when it was used last, and null before that', async () => {
    const { id, key } = await aKey(service, { scopes: ['emails:read'] });
    const before = await listed(id);
    await service.api('GET', '/v1/emails', { key });
    await service.settle();
    const used = await listed(id);

    await service.advance(2 * 60_000);
    await service.api('GET', '/v1/emails', { key });
    await service.settle();

    expect(before.last_used_at).toBeNull();
    expect(used).toEqual({ ...before, last_used_at: aTime });
    expect((await listed(id)).last_used_at > used.last_used_at).toBe(true);
  });
});

describe('the list', () => {
  let key: string;
  let ids: string[];

  const list = (query = '') => service.api('GET', `/v1/api-keys${query}`, { key });
  const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    key = (await aWorkspace(service)).key;
    const first = await ownId(key);
    ids = [first];
    while (ids.length < 104) ids.push((await aKey(service, { by: key })).id);
    await revoke(ids[50] ?? '', key);
  });

  test('has every key of the workspace, newest first, revoked ones too, page after page', async () => {
    const pages = [await list('?limit=30')];
    while (pages.at(-1)?.body.has_more) {
      pages.push(await list(`?limit=30&cursor=${pages.at(-1)?.body.next_cursor}`));
    }

    expect(pages.flatMap(idsOf)).toEqual(ids.toReversed());
    expect(pages.map(({ body }) => body.data.length)).toEqual([30, 30, 30, 14]);
    expect(pages.map(({ body }) => body.object)).toEqual(Array(4).fill('list'));
    expect(pages.at(-1)?.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(pages.flatMap(({ body }) => body.data).filter((one) => one.revoked_at !== null)).toHaveLength(1);
  });

  test.each([
    ['', 50],
    ['?limit=abc', 50],
    ['?limit=0', 50],
    ['?limit=-1', 50],
    ['?limit=0.5', 50],
    ['?limit=2.9', 2],
    ['?limit=100', 100],
    ['?limit=1000', 100],
    ['?cursor=garbage', 50],
    ['?cursor=', 50],
  ])('%j shows %i keys from the newest on', async (query, count) => {
    expect(idsOf(await list(query))).toEqual(ids.toReversed().slice(0, count));
  });

  test('of another workspace has its own keys only', async () => {
    const other = await aWorkspace(service);

    const { body } = await service.api('GET', '/v1/api-keys', { key: other.key });

    expect(body.data).toHaveLength(1);
    expect(ids).not.toContain(body.data[0].id);
  });
});
