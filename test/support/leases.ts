import { minuteMs } from '../../shared/core/time';

/** A duration after which the lease of an Idempotency-Key (shared/http/idempotency-record.ts) has expired. */
export const idempotencyLeaseMs = 36_000;

/** A duration after which the service no longer waits for the Send event of SES. */
export const outcomeTimeoutMs = 10 * minuteMs;
