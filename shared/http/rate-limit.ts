import { recordApiKeyUse } from '../domain/platform/api-keys/find-credential';
import { keys } from '../db/keys';
import { updateItem } from '../db/table';
import { ApiError } from '../core/errors';
import { logger } from '../core/logger';
import { epochSeconds, hourMs, minuteMs, now } from '../core/time';
import { secondsUntilReset } from './rate-limit-headers';
import type { Middleware } from './step';

/** Responds with 429 if the credential exceeds its requests per minute. */
export function enforceRateLimit(): Middleware {
  return {
    before: ({ event: { rateLimit, credential, parkedBody, background } }) => {
      if (!rateLimit || !credential) throw new Error('The rate limit needs an authenticated request');
      if (parkedBody) return;
      if (rateLimit.used === 1) background.push(recordKeyUse(credential.workspaceId, credential.id));
      if (rateLimit.used <= rateLimit.limit) return;
      const headers = { 'Retry-After': `${secondsUntilReset(rateLimit)}` };
      throw new ApiError(
        'rate_limited',
        `This credential made more than ${rateLimit.limit} requests in this minute. Retry when the minute ends`,
        { headers },
      );
    },
  };
}

/** The number of requests of a credential in the current minute, including the current request. */
export interface RequestCount {
  used: number;
  resetsAt: number;
}

/** Counts this request toward the current minute of its credential. */
export async function countRequest(credentialHash: string): Promise<RequestCount> {
  const nowMs = now();
  const minute = Math.floor(nowMs / minuteMs);
  const counter = await updateItem(keys.requestCount(credentialHash, minute), {
    add: { used: 1 },
    set: { expiresAt: epochSeconds(nowMs + hourMs) },
  });
  return { used: counter?.used ?? 1, resetsAt: (minute + 1) * minuteMs };
}

/** Updates `last_used_at`, at most once a minute. Logs a failure instead of failing the request. */
async function recordKeyUse(workspaceId: string, credentialId: string): Promise<void> {
  await recordApiKeyUse(workspaceId, credentialId).catch((error: unknown) => {
    logger.warn('could not record the last use of the key', { credentialId, error });
  });
}
