import type { Allowance } from './request';

/** The RateLimit fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders(allowance: Allowance | undefined): Record<string, string> {
  if (!allowance) return {};
  const remaining = Math.max(0, allowance.limit - allowance.used);
  return {
    'RateLimit-Policy': `"minute";q=${allowance.limit};w=60`,
    RateLimit: `"minute";r=${remaining};t=${allowance.resetSeconds}`,
  };
}
