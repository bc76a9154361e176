import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../core/errors';

const triesMax = 10;

/** Losers wait a little longer each time, and not all as long, so that they do not meet again. */
const pauseMs = 20;

/**
 * Does the work anew as long as somebody else comes between: `attempt` returns undefined when it lost. Each try reads
 * what the winner left.
 */
export async function untilWon<T>(attempt: () => Promise<T | undefined>, lost: () => Error): Promise<T> {
  for (let done = 0; done < triesMax; done++) {
    const won = await attempt();
    if (won !== undefined) return won;
    await sleep(Math.random() * done * pauseMs);
  }
  throw lost();
}

/** 503 for who lost each time: nothing was done, and a moment later it will be. */
export const busy = (message: string): ApiError =>
  new ApiError('service_unavailable', message, { headers: { 'Retry-After': '1' } });
