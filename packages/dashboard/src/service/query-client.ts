import { ApiError } from '@carrier-nest/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** Refetches the session after a 401, which means that the sign-in has ended. The app then shows the sign-in page. */
function refetchSessionIfUnauthorized(error: Error): void {
  if (error instanceof ApiError && error.status === 401)
    void queryClient.invalidateQueries({ queryKey: ['session'] });
}

/** React Query does not retry, because the SDK retries requests that are safe to retry. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchSessionIfUnauthorized }),
  mutationCache: new MutationCache({ onError: refetchSessionIfUnauthorized }),
  defaultOptions: {
    queries: { retry: false, staleTime: 2_000 },
    mutations: { retry: false },
  },
});
