import { ApiError } from '@carrier-nest/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** A 401 means that the sign-in has ended. Fetching the session again then leads to the sign-in page. */
function refetchSessionIfUnauthorized(error: Error): void {
  if (error instanceof ApiError && error.status === 401)
    void queryClient.invalidateQueries({ queryKey: ['session'] });
}

/** The SDK retries what is safe to retry, so react-query does not. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchSessionIfUnauthorized }),
  mutationCache: new MutationCache({ onError: refetchSessionIfUnauthorized }),
  defaultOptions: {
    queries: { retry: false, staleTime: 2_000 },
    mutations: { retry: false },
  },
});
