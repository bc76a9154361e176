import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page, type PageProps } from './page';
import { QueryBoundary } from './states';

interface QueryPageProps<T> extends Pick<PageProps, 'title' | 'back'> {
  query: UseQueryResult<T>;
  /** The whole page, once there is data. */
  children: (data: T) => ReactNode;
}

/** The page of one resource. The page has a general title until the resource is loaded. */
export function QueryPage<T>({ query, children, ...pageProps }: QueryPageProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page {...pageProps}>
      <QueryBoundary query={query}>{() => null}</QueryBoundary>
    </Page>
  );
}
