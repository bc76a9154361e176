import { actsForToken, type Credential, type RequestContext } from '../../../core/request-context';
import { writeTransaction } from '../../../db/transaction';
import { forbidden } from '../../../core/errors';
import { setKeyRateLimit } from './rate-limit';
import { refuseGrantBeyondCaller } from './caller-checks';
import { newApiKey, operatorOrigin, newKeyWrites, type IssuedKey, type KeyOrigin } from './issue';
import {
  refuseScopesOfLimitedKey,
  refuseUnknownInbox,
  requireInboxWrite,
  unknownInboxError,
} from './inbox-limit';
import type { ApiKey, NewApiKey } from '../../../db/records/api-keys';
import { expectOwnWorkspace } from '../workspaces/find';

/** Creates a key that can do no more than the caller. Only this response contains the key itself. */
export async function createApiKey(
  { workspaceId, credential }: RequestContext,
  input: NewApiKey,
): Promise<IssuedKey> {
  refuseGrantBeyondCaller(credential, input);
  refuseScopesOfLimitedKey(input);
  if (input.inboxId) await refuseUnknownInbox(workspaceId, input.inboxId);
  const { requestsPerMinute } = credential;
  return issueApiKey({ id: workspaceId, requestsPerMinute }, input, originFor(credential));
}

/** Limits the nesting, because the recipients of a send are charged to the daily cap of every ancestor of the key. */
const ancestorKeysMax = 10;

export function originFor(caller: Credential): KeyOrigin {
  const { kind, id, ancestorKeyIds = [] } = caller;
  if (ancestorKeyIds.length >= ancestorKeysMax)
    throw forbidden(
      `Keys that create keys can be nested ${ancestorKeysMax} levels deep, and this key is at the last level. Use one of its ancestors`,
    );
  return { isOfToken: actsForToken(caller), ancestorKeyIds: kind === 'key' ? [...ancestorKeyIds, id] : [] };
}

/**
 * Creates a key with any grant. The caller is the operator, or has checked the requested grant against its own grant.
 */
export async function issueApiKey(
  workspace: { id: string; requestsPerMinute: number },
  input: NewApiKey,
  origin = operatorOrigin,
): Promise<IssuedKey> {
  const issued = newApiKey(workspace.id, input, origin);
  const { apiKey } = issued;
  const { inboxId } = apiKey;
  const isWritten = await writeTransaction([
    ...newKeyWrites(apiKey, workspace.requestsPerMinute),
    ...(inboxId ? [requireInboxWrite(workspace.id, inboxId)] : []),
  ]);
  if (!isWritten && inboxId) throw unknownInboxError();
  if (!isWritten) throw new Error('A new API key has the id or hash of an existing one');
  await applyCurrentRateLimit(apiKey, workspace.requestsPerMinute);
  return issued;
}

/**
 * A new rate limit is copied only to existing keys. Reads the limit again, in case it changed while the key was
 * written.
 */
export async function applyCurrentRateLimit(apiKey: ApiKey, writtenLimit: number): Promise<void> {
  const { requestsPerMinute } = await expectOwnWorkspace(apiKey.workspaceId);
  if (requestsPerMinute !== writtenLimit) await setKeyRateLimit(apiKey, requestsPerMinute);
}
