import { readApiKeyChanges, readNewApiKey } from '../../../functions/api/api-keys/read-key-request';
import { ApiKeyChangesRequestSchema, NewApiKeyRequestSchema } from '../../../functions/api/api-keys/shapes';
import { ApiError } from '../../../shared/core/errors';
import { validate } from '../../../shared/schema/validate';

const aBody = (overrides: object = {}) => ({ name: 'CI', scopes: ['emails:send'], ...overrides });

/** Validates the request as the endpoint does, first the body and then the allowlist entries. */
const readNewKey = (body: unknown) => readNewApiKey(validate(NewApiKeyRequestSchema, body));
const readKeyChanges = (body: unknown) => readApiKeyChanges(validate(ApiKeyChangesRequestSchema, body));

function refusalFrom(readRequest: () => unknown): ApiError {
  try {
    readRequest();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The request was not refused');
}

describe('the body of a new key', () => {
  //
  test('has no guardrails by default and ignores unknown fields', () => {
    expect(readNewKey(aBody({ daily_send_limit: null, color: 'red' }))).toEqual({
      name: 'CI',
      scopes: ['emails:send'],
      dailySendLimit: null,
      allowedRecipients: [],
      requiresApproval: false,
    });
  });

  test('keeps the allowlist unchanged and each scope once', () => {
    const body = aBody({
      scopes: ['emails:send', 'emails:read', 'emails:send'],
      daily_send_limit: 1,
      allowed_recipients: ['@Acme.test', 'ann@acme.test', 'kim@bücher.test', 'bücher.test'],
      requires_approval: true,
    });

    expect(readNewKey(body)).toEqual({
      name: 'CI',
      scopes: ['emails:send', 'emails:read'],
      dailySendLimit: 1,
      allowedRecipients: ['@Acme.test', 'ann@acme.test', 'kim@bücher.test', 'bücher.test'],
      requiresApproval: true,
    });
  });

  // K-5, K-6, K-15
  test.each([
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(81) }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: [] }],
    ['daily_send_limit', { daily_send_limit: 0 }],
    ['daily_send_limit', { daily_send_limit: -1 }],
    ['daily_send_limit', { daily_send_limit: 1.5 }],
    ['daily_send_limit', { daily_send_limit: '5' }],
    ['allowed_recipients', { allowed_recipients: null }],
    ['allowed_recipients', { allowed_recipients: 'acme.test' }],
    ['allowed_recipients', { allowed_recipients: Array(201).fill('acme.test') }],
    ['requires_approval', { requires_approval: 'yes' }],
  ])('is refused for its %s in %j', (field, overrides) => {
    const error = refusalFrom(() => readNewKey(aBody(overrides)));

    expect([error.status, error.type, error.message]).toEqual([422, 'invalid_request', 'Validation failed']);
    expect(error.details).toEqual([{ path: [field], message: expect.any(String) }]);
  });

  // K-5
  test('is refused for an unknown scope, and the error has the index of the scope', () => {
    const error = refusalFrom(() => readNewKey(aBody({ scopes: ['emails:send', 'emails:burn'] })));

    expect(error.details).toEqual([{ path: ['scopes', 1], message: expect.any(String) }]);
  });

  test('is refused for allowlist entries that are neither addresses nor domains, and the error names each of them', () => {
    const error = refusalFrom(() =>
      readNewKey(aBody({ allowed_recipients: ['acme.test', 'bare', 'ann@acme.test', 'local@'] })),
    );

    expect(error.status).toBe(422);
    expect(error.message).toMatch(/^allowed_recipients: "bare" .*"local@" /);
    expect(error.details).toEqual([
      { path: ['allowed_recipients', 1], message: '"bare" is neither an address nor a domain' },
      { path: ['allowed_recipients', 3], message: '"local@" is neither an address nor a domain' },
    ]);
  });

  test('with an invalid field and an invalid entry is refused because of the field', () => {
    const error = refusalFrom(() => readNewKey(aBody({ name: '', allowed_recipients: ['bare'] })));

    expect(error.details).toEqual([{ path: ['name'], message: expect.any(String) }]);
  });
});

describe('the body of an update', () => {
  // K-14
  test.each([
    [{}, {}],
    [{ name: 'New' }, { name: 'New' }],
    [{ scopes: ['emails:read'] }, { scopes: ['emails:read'] }],
    [{ daily_send_limit: 5 }, { dailySendLimit: 5 }],
    [{ daily_send_limit: null }, { dailySendLimit: null }],
    [{ allowed_recipients: null }, { allowedRecipients: [] }],
    [{ allowed_recipients: [] }, { allowedRecipients: [] }],
    [{ requires_approval: false }, { requiresApproval: false }],
  ])('%j changes only %j', (body, changes) => {
    expect(readKeyChanges(body)).toStrictEqual(changes);
  });

  test.each([
    ['scopes', { scopes: [] }],
    ['daily_send_limit', { daily_send_limit: 0 }],
    ['name', { name: null }],
    ['requires_approval', { requires_approval: null }],
    ['revoked_at', { revoked_at: null }],
  ])('is refused for its %s in %j', (field, body) => {
    const error = refusalFrom(() => readKeyChanges(body));

    expect([error.status, error.message]).toEqual([422, 'Validation failed']);
    expect(error.details).toEqual([{ path: [field], message: expect.any(String) }]);
  });

  test('is refused for an allowlist entry that is neither an address nor a domain', () => {
    const error = refusalFrom(() => readKeyChanges({ allowed_recipients: ['https://acme.test'] }));

    expect(error.message).toMatch(/^allowed_recipients: "https:\/\/acme\.test"/);
    expect(error.details?.[0]?.path).toEqual(['allowed_recipients', 0]);
  });
});
