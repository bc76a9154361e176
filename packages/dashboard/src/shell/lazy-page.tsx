import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { ErrorMessage, Loading } from '../parts/states';
import { PageLoadError } from '../service/page-load-error';
import { isReplaced, versionOf } from '../service/version';
import { sessionStorageItem } from '../session/session';

/**
 * Fetches a page when it is first visited. If that fails, the page says so and can be fetched again. `React.lazy` would
 * keep the failure until a reload.
 */
export const lazyPage = (path: string, load: () => Promise<ComponentType>): ComponentType =>
  function LazyPage() {
    const page = useQuery({
      queryKey: ['page', path],
      queryFn: async () => ({ Loaded: await loadOrExplain(load) }),
      staleTime: Infinity,
      gcTime: Infinity,
      networkMode: 'always',
      retry: 1,
      retryDelay: 500,
    });
    if (page.data) return <page.data.Loaded />;
    return page.error ? <ErrorMessage error={page.error} onRetry={() => void page.refetch()} /> : <Loading />;
  };

/** The version of the dashboard that was last reloaded. */
const reloadedVersion = sessionStorageItem('carrier-nest-reloaded');

async function loadOrExplain(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load();
  } catch {
    if (await isReplaced(document)) reloadOnce();
    throw new PageLoadError();
  }
}

/** Reloads each version once at most, because a cache may keep serving it. */
function reloadOnce(): void {
  if (reloadedVersion.get() === versionOf(document)) return;
  reloadedVersion.set(versionOf(document));
  location.reload();
}
