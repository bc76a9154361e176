import type { Ctx } from '../../ctx';
import { keys } from '../../db/keys';
import { writeTogether } from '../../db/table';
import { ApiError, invalidState, notFound } from '../../errors';
import { refuseSelf, refuseUpdateBeyondCaller } from './caller-checks';
import { findApiKey } from './find';
import { guardrailsOf } from './issue';
import { readApiKeyChanges } from './key-request';
import type { ApiKey } from './record';

const triesMax = 5;

/** Changes a key. The order of the lines is workspace.md's order of checks. */
export async function updateApiKey(ctx: Ctx, id: string, body: unknown): Promise<ApiKey> {
  const changes = readApiKeyChanges(body);
  refuseSelf(ctx, id, 'edit');

  for (let tries = 0; tries < triesMax; tries++) {
    const key = await findApiKey(ctx.workspaceId, id);
    if (!key) throw notFound('API key');
    if (key.revokedAt !== null) throw invalidState('The API key is revoked');
    refuseUpdateBeyondCaller(ctx.credential, key, changes);

    const changed = { ...key, ...changes, revision: key.revision + 1 };
    // A lost race is decided anew: what this update grants depends on what the other one left.
    if (await replaceRevision(key.revision, changed)) return changed;
  }
  throw new ApiError('service_unavailable', 'The API key is being changed by others: nothing was done', {
    headers: { 'Retry-After': '1' },
  });
}

/** Writes the key and its credential, unless the key was revoked or updated since it was read. */
const replaceRevision = (revision: number, key: ApiKey): Promise<boolean> =>
  writeTogether((table) => [
    {
      Update: {
        ...table,
        Key: keys.apiKey(key.workspaceId, key.id),
        UpdateExpression: [
          'SET #name = :name',
          'scopes = :scopes',
          'dailySendLimit = :dailySendLimit',
          'allowedRecipients = :allowedRecipients',
          'requiresApproval = :requiresApproval',
          'revision = :next',
        ].join(', '),
        ConditionExpression: 'revision = :revision AND revokedAt = :none',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: {
          ':name': key.name,
          ':scopes': key.scopes,
          ':dailySendLimit': key.dailySendLimit,
          ':allowedRecipients': key.allowedRecipients,
          ':requiresApproval': key.requiresApproval,
          ':next': key.revision,
          ':revision': revision,
          ':none': null,
        },
      },
    },
    {
      Update: {
        ...table,
        Key: keys.credential(key.hash),
        UpdateExpression: 'SET scopes = :scopes, guardrails = :guardrails',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':scopes': key.scopes, ':guardrails': guardrailsOf(key) },
      },
    },
  ]);
