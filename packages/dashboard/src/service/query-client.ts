import { ApiError } from '@carrier-nest/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** Who was signed in may be no more: the server says so, and then the pages ask. */
function refetchSessionIfUnauthorized(error: Error): void {
  if (error instanceof ApiError && error.status === 401)
    void queryClient.invalidateQueries({ queryKey: ['session'] });
}

/** The client repeats what may be repeated, so nothing here does once more. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchSessionIfUnauthorized }),
  mutationCache: new MutationCache({ onError: refetchSessionIfUnauthorized }),
  defaultOptions: {
    queries: { retry: false, staleTime: 2_000 },
    mutations: { retry: false },
  },
});
