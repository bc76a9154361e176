import type { RequestContext } from '../../../shared/core/request-context';

/** A slow response of SES is better than an unknown outcome, so a single send waits as long as the function can. */
const timeoutMaxMs = 22_000;

/** The time that the function needs for its other work, most of it after SES has responded. */
const reservedMs = 5_000;

export const submitTimeoutMs = (ctx: RequestContext): number =>
  Math.min(timeoutMaxMs, ctx.remainingMs() - reservedMs);
