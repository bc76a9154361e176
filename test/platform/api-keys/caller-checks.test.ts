import { noGuardrails, type Credential, type RequestContext } from '../../../shared/core/request-context';
import {
  refuseGrantBeyondCaller,
  refuseChangeOfOwnKey,
  refuseUpdateBeyondCaller,
} from '../../../shared/domain/platform/api-keys/caller-checks';
import type { Grant } from '../../../shared/db/records/api-keys';
import { ApiError } from '../../../shared/core/errors';

const aGrant = (overrides: Partial<Grant> = {}): Grant => ({
  scopes: ['emails:send'],
  ...noGuardrails,
  ...overrides,
});

const aCaller = ({
  scopes = ['emails:send', 'domains:write'],
  ...guardrails
}: Partial<Grant> = {}): Credential => ({
  kind: 'key',
  id: 'caller',
  workspaceId: 'w',
  scopes,
  guardrails: { ...noGuardrails, ...guardrails },
  requestsPerMinute: 100,
});

/** Returns the message of the 403, or undefined if the check passes. */
function refusalMessage(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'forbidden') return error.message;
    throw error;
  }
}

const limited = { dailySendLimit: 10 };
const allowlisted = { allowedRecipients: ['acme.test', 'ann@other.test'] };
const approvalRequired = { requiresApproval: true };

describe('a new key', () => {
  test.each<[string, Partial<Grant>, Partial<Grant>]>([
    ['the scopes of its caller', {}, { scopes: ['domains:write', 'emails:send'] }],
    ['guardrails that its caller does not have', {}, { ...limited, ...allowlisted, ...approvalRequired }],
    ['no guardrails if its caller has no guardrails', {}, {}],
    ['the same daily limit', limited, { dailySendLimit: 10 }],
    ['a lower daily limit', limited, { dailySendLimit: 1 }],
    ['the same allowlist', allowlisted, allowlisted],
    ['an address of an allowed domain', allowlisted, { allowedRecipients: ['bob@ACME.test'] }],
    ['an allowed domain with a leading at sign', allowlisted, { allowedRecipients: ['@acme.test'] }],
    ['the approval hold of its caller', approvalRequired, approvalRequired],
  ])('may have %s', (_, caller, requested) => {
    expect(refusalMessage(() => refuseGrantBeyondCaller(aCaller(caller), aGrant(requested)))).toBeUndefined();
  });

  // K-9
  test.each<[string, Partial<Grant>, Partial<Grant>, RegExp]>([
    [
      'a scope that its caller does not have',
      {},
      { scopes: ['emails:send', 'emails:read'] },
      /^scopes: .*emails:read$/,
    ],
    ['no daily limit', limited, {}, /^daily_send_limit: must be set to at most 10,/],
    ['a higher daily limit', limited, { dailySendLimit: 11 }, /^daily_send_limit: .* 10/],
    ['no allowlist', allowlisted, {}, /^allowed_recipients: must be set,/],
    [
      'one uncovered entry',
      allowlisted,
      { allowedRecipients: ['acme.test', 'b@c.test'] },
      /^allowed_rec.*b@c\.test$/,
    ],
    [
      'the domain of an allowed address',
      allowlisted,
      { allowedRecipients: ['other.test'] },
      /^allowed_.* other\.test$/,
    ],
    [
      'a subdomain',
      allowlisted,
      { allowedRecipients: ['ann@mail.acme.test'] },
      /^allowed_.*ann@mail\.acme\.test$/,
    ],
    ['no approval hold', approvalRequired, {}, /^requires_approval: must be true/],
  ])('may not have %s', (_, caller, requested, message) => {
    expect(refusalMessage(() => refuseGrantBeyondCaller(aCaller(caller), aGrant(requested)))).toMatch(
      message,
    );
  });
});

describe('an update', () => {
  const allGuardrails = { ...limited, ...allowlisted, ...approvalRequired };
  const manyScopes: Partial<Grant> = { scopes: ['emails:send', 'contacts:read', 'contacts:write'] };

  test.each<[string, Partial<Grant>, Partial<Grant>, Partial<Grant>]>([
    ['changes nothing', allGuardrails, manyScopes, {}],
    [
      'removes a scope and keeps another that the caller does not have',
      allGuardrails,
      manyScopes,
      { scopes: ['contacts:read'] },
    ],
    ['adds a scope that the caller has', {}, manyScopes, { scopes: ['emails:send', 'domains:write'] }],
    ['lowers the limit of an unlimited key', allGuardrails, {}, { dailySendLimit: 5 }],
    [
      'sets an allowlist within the caller’s allowlist',
      allGuardrails,
      {},
      { allowedRecipients: ['ann@other.test'] },
    ],
    ['sets the approval hold', allGuardrails, {}, approvalRequired],
    ['clears guardrails that the caller does not have', {}, allGuardrails, aGrant()],
    [
      'adds a scope to a key with the same guardrails as the caller',
      allGuardrails,
      allGuardrails,
      { scopes: ['domains:write'] },
    ],
    [
      'adds a scope and the missing guardrails',
      allGuardrails,
      {},
      { scopes: ['domains:write'], ...allGuardrails },
    ],
  ])('is allowed when it %s', (_, caller, key, changes) => {
    const check = () => refuseUpdateBeyondCaller(aCaller(caller), aGrant(key), changes);

    expect(refusalMessage(check)).toBeUndefined();
  });

  test.each<[string, Partial<Grant>, Partial<Grant>, Partial<Grant>, RegExp]>([
    [
      'adds a scope that the caller does not have',
      {},
      {},
      { scopes: ['emails:send', 'emails:read'] },
      /^scopes: .*read$/,
    ],
    [
      'adds a scope to existing scopes, which the error does not name',
      {},
      manyScopes,
      { scopes: ['contacts:read', 'emails:read'] },
      /hold emails:read$/,
    ],
    ['clears the daily limit', limited, limited, { dailySendLimit: null }, /^daily_send_limit: /],
    ['raises the daily limit', limited, {}, { dailySendLimit: 11 }, /^daily_send_limit: /],
    ['clears the allowlist', allowlisted, allowlisted, { allowedRecipients: [] }, /^allowed_recipients: /],
    [
      'widens the allowlist',
      allowlisted,
      allowlisted,
      { allowedRecipients: ['other.test'] },
      /^allowed_recipients: /,
    ],
    [
      'lifts the approval hold',
      approvalRequired,
      approvalRequired,
      { requiresApproval: false },
      /^requires_approval: /,
    ],
    ['adds a scope to an unlimited key', limited, {}, { scopes: ['domains:write'] }, /^daily_send_limit: /],
    [
      'adds a scope to a key without an allowlist',
      allowlisted,
      {},
      { scopes: ['domains:write'] },
      /^allowed_recipients: /,
    ],
    [
      'adds a scope to a key without the approval hold',
      approvalRequired,
      {},
      { scopes: ['domains:write'] },
      /^requires_approval: /,
    ],
  ])('is refused when it %s', (_, caller, key, changes, message) => {
    const check = () => refuseUpdateBeyondCaller(aCaller(caller), aGrant(key), changes);

    expect(refusalMessage(check)).toMatch(message);
  });
});

describe('a change of a key', () => {
  const aCtx = (kind: 'key' | 'token'): RequestContext => ({
    workspaceId: 'workspace',
    operation: { id: 'operation', isRetry: false },
    remainingMs: () => 28_000,
    credential: { ...aCaller(), kind, id: 'me', workspaceId: 'workspace', requestsPerMinute: 1 },
  });

  test('is refused if the key would edit or revoke itself', () => {
    expect(refusalMessage(() => refuseChangeOfOwnKey(aCtx('key'), 'me', 'edit'))).toMatch(
      /cannot edit itself/,
    );
    expect(refusalMessage(() => refuseChangeOfOwnKey(aCtx('key'), 'me', 'revoke'))).toMatch(
      /cannot revoke itself/,
    );
  });

  test('is allowed for another key and for a token', () => {
    expect(refusalMessage(() => refuseChangeOfOwnKey(aCtx('key'), 'other', 'edit'))).toBeUndefined();
    expect(refusalMessage(() => refuseChangeOfOwnKey(aCtx('token'), 'me', 'edit'))).toBeUndefined();
  });
});
