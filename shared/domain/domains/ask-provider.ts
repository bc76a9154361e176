import { ApiError } from '../../errors';

/** 502 for whatever the provider says no to: nothing here is recorded before the provider has agreed. */
export async function askProvider<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ApiError('provider_error', `The provider did not ${what}: repeat the request`, { cause });
  }
}
