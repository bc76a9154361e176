import { actsForToken, hasGuardrail, type RequestContext } from '../../../core/request-context';
import { all, ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import { invalidState, notFound } from '../../../core/errors';
import { refuseChangeOfOwnKey, refuseUpdateBeyondCaller } from './caller-checks';
import { now } from '../../../core/time';
import { findApiKey } from './find';
import { refuseScopesOfLimitedKey, refuseUnknownInbox, requireInboxWrite } from './inbox-limit';
import { pickGuardrails } from './issue';
import type { ApiKey, ApiKeyChanges } from '../../../db/records/api-keys';

/** Changes a key. Checks run in the order of K-17. */
export async function updateApiKey(ctx: RequestContext, id: string, changes: ApiKeyChanges): Promise<ApiKey> {
  refuseChangeOfOwnKey(ctx, id, 'edit');
  // If another request updated the key first, check this update again, because the resulting grant depends on both
  // updates.
  return retryOnConflict(
    () => tryUpdateApiKey(ctx, id, changes),
    () =>
      serviceUnavailable(
        'Other requests are changing this API key, so nothing was changed. Retry the request',
      ),
  );
}

/** Returns undefined if another request changed or revoked the key in the meantime. */
async function tryUpdateApiKey(
  ctx: RequestContext,
  id: string,
  changes: ApiKeyChanges,
): Promise<ApiKey | undefined> {
  const key = await findApiKey(ctx.workspaceId, id);
  if (!key) throw notFound('API key');
  if (key.revokedAt !== null) throw invalidState('The API key is revoked');
  refuseUpdateBeyondCaller(ctx.credential, key, changes);
  refuseScopesOfLimitedKey({ ...key, ...changes });
  if (changes.inboxId) await refuseUnknownInbox(ctx.workspaceId, changes.inboxId);

  const isOfToken = key.isOfToken || actsForToken(ctx.credential);
  const updated = { ...key, ...changes, isOfToken, revision: key.revision + 1 };
  return (await tryReplaceRevision(key, updated)) ? updated : undefined;
}

/** Writes the key and its credential, unless the key was revoked or updated after it was read. */
function tryReplaceRevision(previous: ApiKey, key: ApiKey): Promise<boolean> {
  const { name, scopes, isOfToken, revision } = key;
  const guardrails = pickGuardrails(key);
  return writeTransaction([
    updateWrite(
      keys.apiKey(key.workspaceId, key.id),
      {
        set: { name, scopes, ...guardrails, isOfToken, revision },
      },
      all(is('revision', previous.revision), is('revokedAt', null)),
    ),
    updateWrite(
      keys.credential(key.hash),
      {
        set: {
          scopes,
          guardrails,
          isOfToken,
          ...(hasGuardrail(previous) !== hasGuardrail(key) && { idempotencySpaceChangedAt: now() }),
        },
      },
      ifPresent,
    ),
    ...(key.inboxId ? [requireInboxWrite(key.workspaceId, key.inboxId)] : []),
  ]);
}
