import { ApiError } from '../errors';

const triesMax = 5;

/**
 * Does the work anew as long as somebody else comes between: `attempt` returns undefined when it lost. Each try reads
 * what the winner left.
 */
export async function untilWon<T>(
  attempt: () => Promise<T | undefined>,
  lost: () => Error,
  tries = triesMax,
): Promise<T> {
  for (let done = 0; done < tries; done++) {
    const won = await attempt();
    if (won !== undefined) return won;
  }
  throw lost();
}

/** 503 for who lost each time: nothing was done, and a moment later it will be. */
export const busy = (message: string): ApiError =>
  new ApiError('service_unavailable', message, { headers: { 'Retry-After': '1' } });
