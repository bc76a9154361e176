import { aKey, refusalOf } from '../../support/api-helpers';
import { scopes, type Scope } from '../../../shared/core/scopes';
import { anEmail, aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { aTimestamp, unknownId } from '../../support/matchers';
import { useService } from '../../support/use-service';

const service = useService();

const createKey = (
  overrides: Record<string, unknown> = {},
  callerKey = service.metadata.key,
): Promise<ApiResponse> =>
  service.api('POST', '/v1/api-keys', {
    key: callerKey,
    body: { name: 'CI', scopes: ['emails:send'], ...overrides },
  });

const updateKey = (id: string, body: unknown, callerKey = service.metadata.key): Promise<ApiResponse> =>
  service.api('PATCH', `/v1/api-keys/${id}`, { key: callerKey, body });

const revokeKey = (id: string, callerKey = service.metadata.key): Promise<ApiResponse> =>
  service.api('DELETE', `/v1/api-keys/${id}`, { key: callerKey });

/** Finds the key in the list. */
const findListed = async (id: string) => {
  const { body } = await service.api('GET', '/v1/api-keys?limit=100');
  return body.data.find((key: { id: string }) => key.id === id);
};

/** Returns the id of the calling key. */
async function ownId(key: string): Promise<string> {
  const { body } = await service.api('GET', '/v1/api-keys?limit=100', { key });
  return body.data.find(({ last4 }: { last4: string }) => key.endsWith(last4)).id;
}

const noGuardrails = { daily_send_limit: null, allowed_recipients: [], requires_approval: false };
const guardrails = {
  daily_send_limit: 10,
  allowed_recipients: ['acme.test', 'kim@example.com'],
  requires_approval: true,
};

/** Creates a key with every guardrail and returns the key as the list shows it. */
async function createGuardedKey() {
  const { id } = (await createKey(guardrails)).body;
  return findListed(id);
}

describe('a new key', () => {
  // K-1
  test('is shown once in full and authenticates requests', async () => {
    const { status, body } = await createKey();
    const { key, ...visibleFields } = body;

    expect(status).toBe(201);
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    expect(visibleFields).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'CI',
      last4: key.slice(-4),
      scopes: ['emails:send'],
      ...noGuardrails,
      created_at: aTimestamp,
      last_used_at: null,
      revoked_at: null,
    });
    expect(await service.api('POST', '/v1/emails', { key, body: anEmail() })).toMatchObject({ status: 202 });
  });

  // K-2
  test('never appears in a later response, and its hash does not either', async () => {
    const { key, ...visibleFields } = (await createKey()).body;

    const responses = [
      await service.api('GET', '/v1/api-keys?limit=100'),
      await updateKey(visibleFields.id, { name: 'Other' }),
      await revokeKey(visibleFields.id),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of responses) {
      expect(JSON.stringify(body)).not.toContain(key);
      expect(JSON.stringify(body)).not.toMatch(/"key"|hash|[0-9a-f]{64}/);
    }
  });

  // K-8
  test('has the requested guardrails and ignores unknown fields', async () => {
    const { status, body } = await createKey({
      ...guardrails,
      colour: 'red',
      revoked_at: 'now',
      id: unknownId,
    });

    expect(status).toBe(201);
    expect(body).toMatchObject(guardrails);
    expect(body).not.toHaveProperty('colour');
    expect(body.revoked_at).toBeNull();
    expect(body.id).not.toBe(unknownId);
  });

  // K-6
  test('treats a daily limit of null as no limit', async () => {
    expect((await createKey({ daily_send_limit: null })).body).toMatchObject(noGuardrails);
  });

  // K-7
  test('accepts 200 allowlist entries and a name of 80 characters', async () => {
    const allowlist = Array.from({ length: 200 }, (_, index) => `person-${index}@example.com`);

    expect((await createKey({ name: 'x'.repeat(80), allowed_recipients: allowlist })).status).toBe(201);
  });

  // I-11
  test('is created by each request, even under the same Idempotency-Key', async () => {
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

  // K-5
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
  ])('%j is refused, and the error names every field', async (overrides, paths) => {
    const response = await createKey(overrides);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual(paths);
  });

  // K-7
  test('is refused for invalid allowlist entries, and the error names each of them', async () => {
    const entries = ['acme.test', 'bare', '@acme.test', 'local@', 'https://acme.test', 'a@acme.test'];

    const response = await createKey({ allowed_recipients: entries });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.message).toMatch(
      /^allowed_recipients: .*"bare".*"local@".*"https:\/\/acme\.test"/,
    );
    expect(response.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual(
      [1, 3, 4].map((index) => ['allowed_recipients', index]),
    );
  });
});

describe('a new key cannot exceed the permissions of the caller', () => {
  const createCallerKey = async (overrides: Record<string, unknown>) => (await aKey(service, overrides)).key;

  // K-9
  test('if the request has a scope that the caller lacks', async () => {
    const callerKey = await createCallerKey({ scopes: ['domains:write', 'emails:read'] });

    const exceedingScopes = await createKey(
      { scopes: ['emails:read', 'emails:send', 'threads:read'] },
      callerKey,
    );
    const allowedScopes = await createKey({ scopes: ['emails:read', 'domains:write'] }, callerKey);

    expect(refusalOf(exceedingScopes)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(exceedingScopes.body.error.message).toMatch(/emails:send.*threads:read/);
    expect(allowedScopes.status).toBe(201);
  });

  // K-10
  test.each([
    ['no limit', {}, 403],
    ['the limit null', { daily_send_limit: null }, 403],
    ['a higher limit', { daily_send_limit: 11 }, 403],
    ['the same limit', { daily_send_limit: 10 }, 201],
    ['a lower limit', { daily_send_limit: 1 }, 201],
  ])(
    'if the caller has a daily limit of 10, a request with %s (%j) returns %i',
    async (_description, requested, status) => {
      const response = await createKey(requested, await createCallerKey({ daily_send_limit: 10 }));

      expectGrant(response, status, 'daily_send_limit');
    },
  );

  // K-11
  test.each([
    ['no allowlist', {}, 403],
    ['an empty allowlist', { allowed_recipients: [] }, 403],
    ['the domain', { allowed_recipients: ['acme.test'] }, 201],
    ['the domain with a different spelling', { allowed_recipients: ['@ACME.test'] }, 201],
    ['an address of the domain', { allowed_recipients: ['ann@acme.test'] }, 201],
    ['the address with a different spelling', { allowed_recipients: ['KIM@Example.com'] }, 201],
    ['the domain of the address', { allowed_recipients: ['example.com'] }, 403],
    ['a subdomain', { allowed_recipients: ['eu.acme.test'] }, 403],
    ['one entry outside the allowlist', { allowed_recipients: ['ann@acme.test', 'li@example.com'] }, 403],
  ])(
    'if the caller has an allowlist, a request with %s (%j) returns %i',
    async (_description, requested, status) => {
      const response = await createKey(
        requested,
        await createCallerKey({ allowed_recipients: guardrails.allowed_recipients }),
      );

      expectGrant(response, status, 'allowed_recipients');
    },
  );

  // K-12
  test.each([
    ['omitted', {}, 403],
    ['false', { requires_approval: false }, 403],
    ['true', { requires_approval: true }, 201],
  ])(
    'if the caller requires approval, a request with requires_approval %s (%j) returns %i',
    async (_description, requested, status) => {
      expectGrant(
        await createKey(requested, await createCallerKey({ requires_approval: true })),
        status,
        'requires_approval',
      );
    },
  );

  test('the body and the allowlist entries are validated before the granted permissions', async () => {
    const callerKey = await createCallerKey({ scopes: ['domains:write'] });

    const invalidBody = await createKey({ name: '', scopes: ['emails:send'] }, callerKey);
    const invalidEntry = await createKey(
      { allowed_recipients: ['bare'], scopes: ['emails:send'] },
      callerKey,
    );

    expect([invalidBody.status, invalidEntry.status]).toEqual([422, 422]);
  });

  // K-13
  test('a token has no guardrails and is limited only by its scopes', async () => {
    const { access_token: token } = await service.control(
      'POST',
      `/workspaces/${service.metadata.workspace.id}/tokens`,
      { scopes: ['domains:write', 'emails:send'] },
    );

    expect((await createKey({ scopes: ['emails:send'] }, token)).status).toBe(201);
    expect(refusalOf(await createKey({ scopes: ['emails:read'] }, token)).status).toBe(403);
  });
});

/** Expects 201, or a refusal whose message names the guardrail. */
function expectGrant(response: ApiResponse, status: number, field: string): void {
  expect(response.status).toBe(status);
  if (status === 201) return;
  expect(refusalOf(response).type).toBe('forbidden');
  expect(response.body.error.message).toContain(field);
}

describe('an update', () => {
  // K-14
  test('changes only the given fields', async () => {
    const before = await createGuardedKey();

    const renamed = await updateKey(before.id, { name: 'New name' });
    const rescoped = await updateKey(before.id, { scopes: ['emails:read', 'emails:read'] });
    const untouched = await updateKey(before.id, {});

    expect(renamed).toMatchObject({ status: 200, body: { ...before, name: 'New name' } });
    expect(rescoped.body).toEqual({ ...before, name: 'New name', scopes: ['emails:read'] });
    expect(untouched.body).toEqual(rescoped.body);
    expect(await findListed(before.id)).toEqual(rescoped.body);
  });

  test.each([
    [{ daily_send_limit: null }, { daily_send_limit: null }],
    [{ allowed_recipients: null }, { allowed_recipients: [] }],
    [{ allowed_recipients: [] }, { allowed_recipients: [] }],
    [{ requires_approval: false }, { requires_approval: false }],
    [{ allowed_recipients: ['li@example.com'] }, { allowed_recipients: ['li@example.com'] }],
  ])('%j results in %j', async (changes, after) => {
    const before = await createGuardedKey();

    expect((await updateKey(before.id, changes)).body).toEqual({ ...before, ...after });
  });

  // K-16
  test('takes effect on the next request', async () => {
    const { id, key } = await aKey(service, { scopes: ['emails:read'] });
    const read = () => service.api('GET', '/v1/emails', { key });

    const before = await read();
    await updateKey(id, { scopes: ['emails:send'] });
    const withoutScope = await read();
    await updateKey(id, { scopes: ['emails:send', 'emails:read'] });

    expect([before.status, withoutScope.status, (await read()).status]).toEqual([200, 403, 200]);
  });

  test('that runs in parallel with other updates leaves the key with the scopes that the list shows', async () => {
    const { id, key } = await aKey(service, { scopes: ['emails:send'] });

    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        updateKey(id, { scopes: index % 2 === 0 ? ['emails:read'] : ['emails:send'], name: `n${index}` }),
      ),
    );

    const canRead = (await service.api('GET', '/v1/emails', { key })).status === 200;
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect((await findListed(id)).scopes).toEqual([canRead ? 'emails:read' : 'emails:send']);
  });

  // K-15
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
  ])('%j is refused, and the error names the field', async (body, path) => {
    const { id } = await aKey(service);

    const response = await updateKey(id, body);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  });
});

describe('an update checks', () => {
  const invalidBody = { colour: 'red' };
  const invalidEntry = { allowed_recipients: ['bare'] };
  const exceedingScopes = { scopes: [...scopes] };
  let callerKey: { id: string; key: string };
  let revoked: string;

  beforeAll(async () => {
    callerKey = await aKey(service, { scopes: ['domains:write'] });
    revoked = (await aKey(service, { scopes: ['domains:write'] })).id;
    await revokeKey(revoked);
  });

  // K-17
  test('the body before the allowlist entries', async () => {
    const response = await updateKey(callerKey.id, { ...invalidBody, ...invalidEntry }, callerKey.key);

    expect(response.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual([['colour']]);
  });

  // K-17
  test('the allowlist entries before the rule that a key cannot update itself', async () => {
    expect(refusalOf(await updateKey(callerKey.id, invalidEntry, callerKey.key)).status).toBe(422);
  });

  // K-17
  test('the rule that a key cannot update itself before the granted permissions', async () => {
    const response = await updateKey(callerKey.id, { name: 'Me', ...exceedingScopes }, callerKey.key);

    expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(response.body.error.message).toMatch(/itself/);
  });

  test('the body and the allowlist entries before the existence of the key', async () => {
    expect(refusalOf(await updateKey(unknownId, invalidBody, callerKey.key)).status).toBe(422);
    expect(refusalOf(await updateKey(unknownId, invalidEntry, callerKey.key)).status).toBe(422);
  });

  // K-17
  test('the existence of the key before the granted permissions', async () => {
    expect(refusalOf(await updateKey(unknownId, exceedingScopes, callerKey.key))).toMatchObject({
      status: 404,
      type: 'not_found',
    });
  });

  test('the body and the allowlist entries before the revocation', async () => {
    expect(refusalOf(await updateKey(revoked, invalidBody, callerKey.key)).status).toBe(422);
    expect(refusalOf(await updateKey(revoked, invalidEntry, callerKey.key)).status).toBe(422);
  });

  // K-17
  test('the revocation before the granted permissions', async () => {
    const refused = refusalOf(await updateKey(revoked, exceedingScopes, callerKey.key));

    expect(refused).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(refused.message).toMatch(/revoked/);
  });
});

describe('an update cannot grant more than the caller has', () => {
  const callerWith = async (overrides: Record<string, unknown> = {}) => (await aKey(service, overrides)).key;
  const fewScopes: Scope[] = ['domains:write', 'emails:read'];

  // K-18
  test('the caller must have the added scope', async () => {
    const callerKey = await callerWith({ scopes: fewScopes });
    const { id } = await aKey(service, { scopes: ['emails:read'] });

    const exceedingScopes = await updateKey(id, { scopes: ['emails:read', 'emails:send'] }, callerKey);

    expect(refusalOf(exceedingScopes)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(exceedingScopes.body.error.message).toContain('emails:send');
    expect((await updateKey(id, { scopes: fewScopes }, callerKey)).status).toBe(200);
  });

  // K-18
  test('renaming a key, removing scopes and keeping existing scopes are always allowed', async () => {
    const callerKey = await callerWith({ scopes: fewScopes, ...guardrails });
    const { id } = await aKey(service, { scopes: ['emails:send', 'webhooks:read', 'emails:read'] });

    expect((await updateKey(id, { name: 'Renamed' }, callerKey)).status).toBe(200);
    expect((await updateKey(id, { scopes: ['emails:send', 'webhooks:read'] }, callerKey)).status).toBe(200);
    expect((await updateKey(id, { scopes: ['webhooks:read'] }, callerKey)).status).toBe(200);
  });

  // K-19
  test.each([
    [{ daily_send_limit: null }, 403, 'daily_send_limit'],
    [{ daily_send_limit: 11 }, 403, 'daily_send_limit'],
    [{ daily_send_limit: 10 }, 200, 'daily_send_limit'],
    [{ allowed_recipients: null }, 403, 'allowed_recipients'],
    [{ allowed_recipients: [] }, 403, 'allowed_recipients'],
    [{ allowed_recipients: ['example.com'] }, 403, 'allowed_recipients'],
    [{ allowed_recipients: ['ann@acme.test'] }, 200, 'allowed_recipients'],
    [{ requires_approval: false }, 403, 'requires_approval'],
    [{ requires_approval: true }, 200, 'requires_approval'],
  ])('a guarded caller that sends %j receives %i', async (changes, status, field) => {
    const callerKey = await callerWith(guardrails);
    const { id } = await aKey(service);

    const response = await updateKey(id, changes, callerKey);

    expect(response.status).toBe(status);
    if (status === 403) expect(refusalOf(response).message).toContain(field);
  });

  // K-20
  test("if the update adds a scope, the whole key must be within the caller's guardrails", async () => {
    const callerKey = await callerWith(guardrails);
    const { id } = await aKey(service, { scopes: ['emails:read'] });
    const addedScopes = { scopes: ['emails:read', 'emails:send'] };

    const unguardedUpdate = await updateKey(id, addedScopes, callerKey);
    const partlyGuarded = await updateKey(
      id,
      { ...addedScopes, daily_send_limit: 10, requires_approval: true },
      callerKey,
    );
    const allowedScopes = await updateKey(id, { ...addedScopes, ...guardrails }, callerKey);

    expect(refusalOf(unguardedUpdate)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(partlyGuarded).message).toContain('allowed_recipients');
    expect(allowedScopes).toMatchObject({ status: 200, body: { ...addedScopes, ...guardrails } });
  });
});

describe('a revoked key', () => {
  // K-22
  test('does not authenticate requests', async () => {
    const { id, key } = await aKey(service);
    const before = await service.api('GET', '/v1/emails', { key });

    await revokeKey(id);
    const after = await service.api('GET', '/v1/emails', { key });

    expect(before.status).toBe(200);
    expect(refusalOf(after)).toMatchObject({ status: 401, type: 'unauthorized' });
  });

  // K-23
  test('remains in the list with revoked_at, which a second revocation does not change', async () => {
    const created = await createGuardedKey();

    const first = await revokeKey(created.id);
    await service.advance(5_000);
    const second = await revokeKey(created.id);

    expect(first).toMatchObject({ status: 200, body: { ...created, revoked_at: aTimestamp } });
    expect(second.body).toEqual(first.body);
    expect(await findListed(created.id)).toEqual(first.body);
  });

  test('has one revoked_at, even if ten concurrent requests revoke it', async () => {
    const { id } = await aKey(service);

    const responses = await Promise.all(Array.from({ length: 10 }, () => revokeKey(id)));

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(responses.map(({ body }) => body.revoked_at))).toEqual(
      new Set([(await findListed(id)).revoked_at]),
    );
  });

  // K-24
  test('cannot be updated', async () => {
    const { id } = await aKey(service);
    await revokeKey(id);

    expect(refusalOf(await updateKey(id, { name: 'Back' }))).toMatchObject({
      status: 409,
      type: 'invalid_state',
    });
  });
});

describe('a key', () => {
  // K-21
  test('cannot edit or revoke itself', async () => {
    const { id, key } = await aKey(service);

    const editResponse = await updateKey(id, { name: 'Me' }, key);
    const revoked = await revokeKey(id, key);

    for (const response of [editResponse, revoked]) {
      expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
    }
    expect(await findListed(id)).toMatchObject({ name: 'Test', revoked_at: null });
  });

  test('can be revoked by a key with fewer scopes', async () => {
    const { id } = await aKey(service);
    const { key: callerKey } = await aKey(service, { scopes: ['domains:write'] });

    expect((await revokeKey(id, callerKey)).status).toBe(200);
  });

  // K-1, K-3
  test('shows the time of its last use, which is null before the first use', async () => {
    const { id, key } = await aKey(service, { scopes: ['emails:read'] });
    const before = await findListed(id);
    await service.api('GET', '/v1/emails', { key });
    await service.settle();
    const afterUse = await findListed(id);

    await service.advance(2 * 60_000);
    await service.api('GET', '/v1/emails', { key });
    await service.settle();

    expect(before.last_used_at).toBeNull();
    expect(afterUse).toEqual({ ...before, last_used_at: aTimestamp });
    expect((await findListed(id)).last_used_at > afterUse.last_used_at).toBe(true);
  });
});

describe('the list', () => {
  let key: string;
  let ids: string[];

  const list = (query = '') => service.api('GET', `/v1/api-keys${query}`, { key });
  const idsOf = ({ body }: ApiResponse): string[] => body.data.map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    key = (await aWorkspace(service)).key;
    const first = await ownId(key);
    ids = [first];
    while (ids.length < 104) ids.push((await aKey(service, { creatorKey: key })).id);
    await revokeKey(ids[50] ?? '', key);
  });

  // K-4
  test('contains every key of the workspace, including revoked keys, newest first and across pages', async () => {
    const pages = [await list('?limit=30')];
    while (pages.at(-1)?.body.has_more) {
      pages.push(await list(`?limit=30&cursor=${pages.at(-1)?.body.next_cursor}`));
    }

    expect(pages.flatMap(idsOf)).toEqual(ids.toReversed());
    expect(pages.map(({ body }) => body.data.length)).toEqual([30, 30, 30, 14]);
    expect(pages.map(({ body }) => body.object)).toEqual(Array(4).fill('list'));
    expect(pages.at(-1)?.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(
      pages.flatMap(({ body }) => body.data).filter((listedKey) => listedKey.revoked_at !== null),
    ).toHaveLength(1);
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
  ])('%j returns the newest %i keys', async (query, count) => {
    expect(idsOf(await list(query))).toEqual(ids.toReversed().slice(0, count));
  });

  test('of another workspace contains only the keys of that workspace', async () => {
    const otherWorkspace = await aWorkspace(service);

    const { body } = await service.api('GET', '/v1/api-keys', { key: otherWorkspace.key });

    expect(body.data).toHaveLength(1);
    expect(ids).not.toContain(body.data[0].id);
  });
});
