import type { Ctx } from '../../../core/ctx';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { change, writeTogether } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import { refuseSelf } from './caller-checks';
import { findApiKey } from './find';
import type { ApiKey } from '../../../db/records/api-keys';

/** Revokes a key: once this returns, it authenticates nothing. The time of the first revocation stays. */
export async function revokeApiKey(ctx: Ctx, id: string): Promise<ApiKey> {
  const key = await findApiKey(ctx.workspaceId, id);
  if (!key) throw notFound('API key');
  refuseSelf(ctx, id, 'revoke');
  if (key.revokedAt !== null) return key;

  await markRevoked(key, nowIso());
  const revoked = await findApiKey(ctx.workspaceId, id);
  if (!revoked) throw notFound('API key');
  return revoked;
}

/** Marks the key and its credential, unless another request was faster. */
const markRevoked = ({ workspaceId, id, hash }: ApiKey, revokedAt: string): Promise<boolean> =>
  writeTogether(
    [keys.apiKey(workspaceId, id), keys.credential(hash)].map((key) =>
      change(key, { set: { revokedAt } }, is('revokedAt', null)),
    ),
  );
