import type { Page } from '@carrier-nest/sdk';
import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFilters } from './filters';
import { Pager, type PagerLabels } from './pager';
import { QueryBoundary } from './states';

/** Fetches the page at the cursor in the URL. The previous page stays visible until the next page has loaded. */
export function usePageQuery<T, Query extends object>(
  key: QueryKey,
  query: Query,
  fetchPage: (query: Query & { cursor?: string }, options: { signal: AbortSignal }) => PromiseLike<Page<T>>,
  options: Pick<UseQueryOptions<Page<T>>, 'refetchInterval'> = {},
): UseQueryResult<Page<T>> {
  const { cursor } = useFilters().filters;
  return useQuery({
    queryKey: [...key, { ...query, cursor }],
    queryFn: async ({ signal }) => fetchPage({ ...query, ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

interface QueryListProps<L> {
  query: UseQueryResult<L>;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  pagerLabels?: PagerLabels;
  children: (list: L) => ReactNode;
}

/** The rows that a query returns, with a pager if the API has pages. */
export function QueryList<L extends { data: readonly unknown[]; next_cursor?: string | null }>({
  query,
  empty,
  pagerLabels,
  children,
}: QueryListProps<L>) {
  return (
    <QueryBoundary query={query}>
      {(list) =>
        list.data.length > 0 ? (
          <>
            {children(list)}
            {list.next_cursor !== undefined && <Pager nextCursor={list.next_cursor} labels={pagerLabels} />}
          </>
        ) : (
          empty
        )
      }
    </QueryBoundary>
  );
}
