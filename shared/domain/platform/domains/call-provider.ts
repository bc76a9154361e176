import { ApiError } from '../../../core/errors';

/**
 * Throws 502 if the call to SES fails, because this service records a change only after SES has accepted it. Rethrows
 * an ApiError of this service unchanged.
 */
export async function callProvider<T>(action: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('provider_error', `SES did not ${action}. Retry the request`, { cause });
  }
}
