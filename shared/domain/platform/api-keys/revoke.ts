import type { RequestContext } from '../../../core/request-context';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import { refuseChangeOfOwnKey } from './caller-checks';
import { findApiKey } from './find';
import type { ApiKey, CredentialRecord } from '../../../db/records/api-keys';

/**
 * Revokes a key. Once this function returns, the key authenticates no request. A repeated call keeps the time of the
 * first revocation.
 */
export async function revokeApiKey(ctx: RequestContext, id: string): Promise<ApiKey> {
  const key = await findApiKey(ctx.workspaceId, id);
  if (!key) throw notFound('API key');
  refuseChangeOfOwnKey(ctx, id, 'revoke');
  if (key.revokedAt !== null) return key;

  await revokeKey(key);
  const revoked = await findApiKey(ctx.workspaceId, id);
  if (!revoked) throw notFound('API key');
  return revoked;
}

/** Marks the key and its credential as revoked. Returns false if another request was faster. */
export function revokeKey({ workspaceId, id, hash }: ApiKey): Promise<boolean> {
  const revokedAt = nowIso();
  return writeTransaction(
    [keys.apiKey(workspaceId, id), keys.credential(hash)].map((key) =>
      updateWrite<ApiKey | CredentialRecord>(key, { set: { revokedAt } }, is('revokedAt', null)),
    ),
  );
}
