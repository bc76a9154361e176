import { recordApiKeyUse } from '../domain/platform/api-keys/find-credential';
import { keys } from '../db/keys';
import { updateItem } from '../db/table';
import { ApiError } from '../core/errors';
import { logger } from '../core/logger';
import { epochSeconds, hourMs, minuteMs, now } from '../core/time';
import { secondsUntilReset } from './rate-limit-headers';
import type { Middleware } from './step';

/** 429 above the credential's requests per minute. */
export function enforceRateLimit(): Middleware {
  return {
    before: ({ event: { rateLimit, credential, parkedBody, background } }) => {
      if (!rateLimit || !credential) throw new Error('The allowance is counted with the credential');
      if (parkedBody) return;
      if (rateLimit.used === 1) background.push(recordKeyUse(credential.workspaceId, credential.id));
      if (rateLimit.used <= rateLimit.limit) return;
      const headers = { 'Retry-After': `${secondsUntilReset(rateLimit)}` };
      throw new ApiError('rate_limited', `More than ${rateLimit.limit} requests in this minute`, { headers });
    },
  };
}

/** Requests of a credential in the current minute, this one among them. */
export interface RequestCount {
  used: number;
  resetsAt: number;
}

/** Counts this request in the credential's current minute. */
export async function countRequest(credentialHash: string): Promise<RequestCount> {
  const nowMs = now();
  const minute = Math.floor(nowMs / minuteMs);
  const counter = await updateItem(keys.requestCount(credentialHash, minute), {
    add: { used: 1 },
    set: { expiresAt: epochSeconds(nowMs + hourMs) },
  });
  return { used: counter?.used ?? 1, resetsAt: (minute + 1) * minuteMs };
}

/** Once a minute is enough for `last_used_at`, and its failure is no reason to fail the request. */
async function recordKeyUse(workspaceId: string, credentialId: string): Promise<void> {
  await recordApiKeyUse(workspaceId, credentialId).catch((error: unknown) => {
    logger.warn('last use not recorded', { credentialId, error });
  });
}
