import { ApiError } from '../../../core/errors';

/**
 * 502 for whatever the provider says no to: nothing here is recorded before the provider has agreed. A refusal of our
 * own stays what it is.
 */
export async function askProvider<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('provider_error', `The provider did not ${what}: repeat the request`, { cause });
  }
}
