import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../core/errors';

const attemptsMax = 10;

/**
 * The unit of the wait after a conflict. The waits grow with each retry and have jitter, so that the same writers do
 * not collide again.
 */
const backoffMs = 20;

/**
 * Repeats `tryOnce` while it returns undefined, which means that another writer changed the record first. Each try must
 * read the current state.
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

/**
 * The 503 for a request that lost to another writer in every try. The request has changed nothing, and a retry is
 * likely to succeed.
 */
export const serviceUnavailable = (message: string): ApiError =>
  new ApiError('service_unavailable', message, { headers: { 'Retry-After': '1' } });
