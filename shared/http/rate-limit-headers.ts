import { now } from '../core/time';
import type { RateLimitState } from './request';

/** Returns the RateLimit header fields of the IETF draft draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(allowance: RateLimitState | undefined): Record<string, string> {
  if (!allowance) return {};
  const remaining = Math.max(0, allowance.limit - allowance.used);
  return {
    'RateLimit-Policy': `"minute";q=${allowance.limit};w=60`,
    RateLimit: `"minute";r=${remaining};t=${secondsUntilReset(allowance)}`,
  };
}

/** Returns the number of seconds until the minute ends, or 0 if the minute ended while the client uploaded a body. */
export const secondsUntilReset = ({ resetsAt }: Pick<RateLimitState, 'resetsAt'>): number =>
  Math.max(0, Math.ceil((resetsAt - now()) / 1000));
