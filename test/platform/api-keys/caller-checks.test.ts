import { noGuardrails, type Credential, type Ctx } from '../../../shared/core/ctx';
import {
  refuseBeyondCaller,
  refuseSelf,
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

/** The message of the 403, or undefined when nothing is refused. */
function refusal(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'forbidden') return error.message;
    throw error;
  }
}

const limited = { dailySendLimit: 10 };
const listed = { allowedRecipients: ['acme.test', 'ann@other.test'] };
const held = { requiresApproval: true };

describe('a new key', () => {
  test.each<[string, Partial<Grant>, Partial<Grant>]>([
    ['the scopes of its caller', {}, { scopes: ['domains:write', 'emails:send'] }],
    ['guardrails that its caller lacks', {}, { ...limited, ...listed, ...held }],
    ['no guardrail, like its caller', {}, {}],
    ['the same daily limit', limited, { dailySendLimit: 10 }],
    ['a lower daily limit', limited, { dailySendLimit: 1 }],
    ['the same allowlist', listed, listed],
    ['an address of an allowed domain', listed, { allowedRecipients: ['bob@ACME.test'] }],
    ['the other form of an allowed domain', listed, { allowedRecipients: ['@acme.test'] }],
    ['the approval hold of its caller', held, held],
  ])('may have %s', (_, caller, wanted) => {
    expect(refusal(() => refuseBeyondCaller(aCaller(caller), aGrant(wanted)))).toBeUndefined();
  });

  test.each<[string, Partial<Grant>, Partial<Grant>, RegExp]>([
    [
      'a scope that its caller lacks',
      {},
      { scopes: ['emails:send', 'emails:read'] },
      /^scopes: .*emails:read$/,
    ],
    ['no daily limit', limited, {}, /^daily_send_limit: .*required.* 10/],
    ['a higher daily limit', limited, { dailySendLimit: 11 }, /^daily_send_limit: .* 10/],
    ['no allowlist', listed, {}, /^allowed_recipients: is required/],
    [
      'one uncovered entry',
      listed,
      { allowedRecipients: ['acme.test', 'b@c.test'] },
      /^allowed_rec.*b@c\.test$/,
    ],
    [
      'the domain of an allowed address',
      listed,
      { allowedRecipients: ['other.test'] },
      /^allowed_.* other\.test$/,
    ],
    [
      'a subdomain',
      listed,
      { allowedRecipients: ['ann@mail.acme.test'] },
      /^allowed_.*ann@mail\.acme\.test$/,
    ],
    ['no approval hold', held, {}, /^requires_approval: must be true/],
  ])('may not have %s', (_, caller, wanted, message) => {
    expect(refusal(() => refuseBeyondCaller(aCaller(caller), aGrant(wanted)))).toMatch(message);
  });
});

describe('an update', () => {
  const everything = { ...limited, ...listed, ...held };
  const wide: Partial<Grant> = { scopes: ['emails:send', 'contacts:read', 'contacts:write'] };

  test.each<[string, Partial<Grant>, Partial<Grant>, Partial<Grant>]>([
    ['changes nothing', everything, wide, {}],
    ['removes a scope, and keeps one that the caller lacks', everything, wide, { scopes: ['contacts:read'] }],
    ['adds a scope that the caller holds', {}, wide, { scopes: ['emails:send', 'domains:write'] }],
    ['lowers the limit of an unlimited key', everything, {}, { dailySendLimit: 5 }],
    ['sets an allowlist within the caller', everything, {}, { allowedRecipients: ['ann@other.test'] }],
    ['sets the approval hold', everything, {}, held],
    ['clears what the caller does not have', {}, everything, aGrant()],
    ['adds a scope to a key as guarded as the caller', everything, everything, { scopes: ['domains:write'] }],
    ['adds a scope and the missing guardrails', everything, {}, { scopes: ['domains:write'], ...everything }],
  ])('is allowed when it %s', (_, caller, key, changes) => {
    const check = () => refuseUpdateBeyondCaller(aCaller(caller), aGrant(key), changes);

    expect(refusal(check)).toBeUndefined();
  });

  test.each<[string, Partial<Grant>, Partial<Grant>, Partial<Grant>, RegExp]>([
    [
      'adds a scope that the caller lacks',
      {},
      {},
      { scopes: ['emails:send', 'emails:read'] },
      /^scopes: .*read$/,
    ],
    [
      'names only the added scope',
      {},
      wide,
      { scopes: ['contacts:read', 'emails:read'] },
      /hold emails:read$/,
    ],
    ['clears the daily limit', limited, limited, { dailySendLimit: null }, /^daily_send_limit: /],
    ['raises the daily limit', limited, {}, { dailySendLimit: 11 }, /^daily_send_limit: /],
    ['clears the allowlist', listed, listed, { allowedRecipients: [] }, /^allowed_recipients: /],
    ['widens the allowlist', listed, listed, { allowedRecipients: ['other.test'] }, /^allowed_recipients: /],
    ['lifts the approval hold', held, held, { requiresApproval: false }, /^requires_approval: /],
    ['adds a scope to an unlimited key', limited, {}, { scopes: ['domains:write'] }, /^daily_send_limit: /],
    ['adds a scope to an unlisted key', listed, {}, { scopes: ['domains:write'] }, /^allowed_recipients: /],
    ['adds a scope to a key without hold', held, {}, { scopes: ['domains:write'] }, /^requires_approval: /],
  ])('is refused when it %s', (_, caller, key, changes, message) => {
    const check = () => refuseUpdateBeyondCaller(aCaller(caller), aGrant(key), changes);

    expect(refusal(check)).toMatch(message);
  });
});

describe('oneself', () => {
  const aCtx = (kind: 'key' | 'token'): Ctx => ({
    workspaceId: 'workspace',
    operation: { id: 'operation', isRetry: false },
    remainingMs: () => 28_000,
    credential: { ...aCaller(), kind, id: 'me', workspaceId: 'workspace', requestsPerMinute: 1 },
  });

  test('a key cannot edit or revoke itself', () => {
    expect(refusal(() => refuseSelf(aCtx('key'), 'me', 'edit'))).toMatch(/cannot edit itself/);
    expect(refusal(() => refuseSelf(aCtx('key'), 'me', 'revoke'))).toMatch(/cannot revoke itself/);
  });

  test('another key may be edited, and a token is no key', () => {
    expect(refusal(() => refuseSelf(aCtx('key'), 'other', 'edit'))).toBeUndefined();
    expect(refusal(() => refuseSelf(aCtx('token'), 'me', 'edit'))).toBeUndefined();
  });
});
