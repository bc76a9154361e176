import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../core/errors';

const attemptsMax = 10;

/** Losers wait a little longer each time, and not all as long, so that they do not meet again. */
const backoffMs = 20;

/**
 * Does the work anew as long as somebody else comes between: `tryOnce` returns undefined when it lost. Each try reads
 * what the winner left.
 */
export async function retryOnConflict<T>(
  tryOnce: () => Promise<T | undefined>,
  conflictError: () => Error,
): Promise<T> {
  for (let retries = 0; retries < attemptsMax; retries++) {
    const result = await tryOnce();
    if (result !== undefined) return result;
    await sleep(Math.random() * retries * backoffMs);
  }
  throw conflictError();
}

/** 503 for who lost each time: nothing was done, and a moment later it will be. */
export const serviceUnavailable = (message: string): ApiError =>
  new ApiError('service_unavailable', message, { headers: { 'Retry-After': '1' } });
