import { speaksForToken, type Ctx } from '../../../core/ctx';
import { all, ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { change, writeTogether } from '../../../db/transaction';
import { invalidState, notFound } from '../../../core/errors';
import { refuseSelf, refuseUpdateBeyondCaller } from './caller-checks';
import { findApiKey } from './find';
import { guardrailsOf } from './issue';
import type { ApiKey, ApiKeyChanges } from '../../../db/records/api-keys';

/** Changes a key. The order of the lines is workspace.md's order of checks. */
export async function updateApiKey(ctx: Ctx, id: string, changes: ApiKeyChanges): Promise<ApiKey> {
  refuseSelf(ctx, id, 'edit');
  // A lost race is decided anew: what this update grants depends on what the other one left.
  return untilWon(
    () => changeOnce(ctx, id, changes),
    () => busy('The API key is being changed by others: nothing was done'),
  );
}

/** Undefined when somebody else changed or revoked the key meanwhile. */
async function changeOnce(ctx: Ctx, id: string, changes: ApiKeyChanges): Promise<ApiKey | undefined> {
  const key = await findApiKey(ctx.workspaceId, id);
  if (!key) throw notFound('API key');
  if (key.revokedAt !== null) throw invalidState('The API key is revoked');
  refuseUpdateBeyondCaller(ctx.credential, key, changes);

  const isOfToken = key.isOfToken || speaksForToken(ctx.credential);
  const changed = { ...key, ...changes, isOfToken, revision: key.revision + 1 };
  return (await replaceRevision(key.revision, changed)) ? changed : undefined;
}

/** Writes the key and its credential, unless the key was revoked or updated since it was read. */
function replaceRevision(before: number, key: ApiKey): Promise<boolean> {
  const { name, scopes, dailySendLimit, allowedRecipients, requiresApproval, isOfToken, revision } = key;
  return writeTogether([
    change(
      keys.apiKey(key.workspaceId, key.id),
      {
        set: { name, scopes, dailySendLimit, allowedRecipients, requiresApproval, isOfToken, revision },
      },
      all(is('revision', before), is('revokedAt', null)),
    ),
    change(
      keys.credential(key.hash),
      { set: { scopes, guardrails: guardrailsOf(key), isOfToken } },
      ifPresent,
    ),
  ]);
}
