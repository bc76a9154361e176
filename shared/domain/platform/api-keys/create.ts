import { actsForToken, type Credential, type RequestContext } from '../../../core/request-context';
import { writeTransaction } from '../../../db/transaction';
import { forbidden } from '../../../core/errors';
import { setKeyRateLimit } from './rate-limit';
import { refuseGrantBeyondCaller } from './caller-checks';
import { newApiKey, operatorOrigin, newKeyWrites, type IssuedKey, type KeyOrigin } from './issue';
import type { NewApiKey } from '../../../db/records/api-keys';
import { expectOwnWorkspace } from '../workspaces/find';

/** Creates a key that can do no more than the caller. Only this response contains the key itself. */
export async function createApiKey(
  { workspaceId, credential }: RequestContext,
  input: NewApiKey,
): Promise<IssuedKey> {
  refuseGrantBeyondCaller(credential, input);
  const { requestsPerMinute } = credential;
  return issueApiKey({ id: workspaceId, requestsPerMinute }, input, originFor(credential));
}

/** Limits the nesting, because the recipients of a send are charged to the daily cap of every ancestor of the key. */
const ancestorKeysMax = 10;

function originFor(caller: Credential): KeyOrigin {
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
  if (!(await writeTransaction(newKeyWrites(apiKey, workspace.requestsPerMinute)))) {
    throw new Error('A new API key has the id or hash of an existing one');
  }
  // A new rate limit is copied only to existing keys. Read the limit again, in case it changed while this key was
  // written.
  const { requestsPerMinute } = await expectOwnWorkspace(workspace.id);
  if (requestsPerMinute !== workspace.requestsPerMinute) await setKeyRateLimit(apiKey, requestsPerMinute);
  return issued;
}
