import { useQuery } from '@tanstack/react-query';
import { useClient } from '../service/client';

const refetchIntervalMs = 30_000;

/** Returns the numbers of pending items for the navigation. Empty if the key may not read the items. */
export function usePendingCounts(): Partial<Record<string, string>> {
  const client = useClient();
  const approvals = useQuery({
    queryKey: ['approvals'],
    queryFn: async () => client.listApprovals(),
    refetchInterval: refetchIntervalMs,
  });
  const pendingCount = approvals.data?.data.length ?? 0;
  return pendingCount > 0 ? { '/approvals': String(pendingCount) } : {};
}
