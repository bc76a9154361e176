import { ApiError } from '../../../core/errors';

/**
 * 502 for whatever the provider says no to: nothing here is recorded before the provider has agreed. A refusal of our
 * own stays what it is.
 */
export async function callProvider<T>(action: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('provider_error', `The provider did not ${action}: repeat the request`, { cause });
  }
}
