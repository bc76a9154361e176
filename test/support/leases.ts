import { minuteMs } from '../../shared/core/time';

/** Longer than the lease of an Idempotency-Key (shared/http/idempotency-record.ts). */
export const idempotencyLeaseMs = 36_000;

/** Longer than the service waits for the Send event of SES. */
export const outcomeTimeoutMs = 10 * minuteMs;
