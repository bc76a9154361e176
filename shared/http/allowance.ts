import { touchApiKey } from '../domain/platform/api-keys/authenticate';
import { keys } from '../db/keys';
import { updateItem } from '../db/table';
import { ApiError } from '../core/errors';
import { logger } from '../core/logger';
import { epochSeconds, hourMs, minuteMs, now } from '../core/time';
import { secondsUntilReset } from './rate-limit-headers';
import type { Step } from './step';

/** 429 above the credential's requests per minute (core.md, "Authentication" 3). */
export function countAllowance(): Step {
  return {
    before: ({ event: { allowance, credential, parkedBody, background } }) => {
      if (!allowance || !credential) throw new Error('The allowance is counted with the credential');
      if (parkedBody) return;
      if (allowance.used === 1) background.push(recordUse(credential.workspaceId, credential.id));
      if (allowance.used <= allowance.limit) return;
      const headers = { 'Retry-After': `${secondsUntilReset(allowance)}` };
      throw new ApiError('rate_limited', `More than ${allowance.limit} requests in this minute`, { headers });
    },
  };
}

/** Requests of a credential in the current minute, this one among them. */
export interface Used {
  used: number;
  resetsAt: number;
}

/** Counts this request in the credential's current minute. */
export async function takeAllowance(credentialHash: string): Promise<Used> {
  const at = now();
  const minute = Math.floor(at / minuteMs);
  const counter = await updateItem<{ used: number }>(keys.allowance(credentialHash, minute), {
    add: { used: 1 },
    set: { expiresAt: epochSeconds(at + hourMs) },
  });
  return { used: counter?.used ?? 1, resetsAt: (minute + 1) * minuteMs };
}

/** Once a minute is enough for `last_used_at`, and its failure is no reason to fail the request. */
async function recordUse(workspaceId: string, credentialId: string): Promise<void> {
  await touchApiKey(workspaceId, credentialId).catch((error: unknown) => {
    logger.warn('last use not recorded', { credentialId, error });
  });
}
