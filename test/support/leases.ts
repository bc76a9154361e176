import { minuteMs } from '../../shared/core/time';

/** The lease of an Idempotency-Key (shared/http/idempotency-record.ts), passed. */
export const idempotencyLeaseMs = 36_000;

/** How long the provider's Send event may take, passed. */
export const outcomeTimeoutMs = 10 * minuteMs;
