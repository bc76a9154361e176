import { ApiError } from '../../../core/errors';

/**
 * Responds with 502 if the provider fails, because nothing is recorded here before the provider has agreed. An
 * ApiError of this service is thrown unchanged.
 */
export async function callProvider<T>(action: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('provider_error', `The provider did not ${action}. Retry the request`, { cause });
  }
}
