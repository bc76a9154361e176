import { useQuery } from '@tanstack/react-query';
import { useClient } from '../service/client';

const everyMs = 30_000;

/** What waits for a person, for the navigation. A key that may not know is shown nothing. */
export function useWaiting(): Partial<Record<string, string>> {
  const client = useClient();
  const approvals = useQuery({
    queryKey: ['approvals'],
    queryFn: async () => client.listApprovals(),
    refetchInterval: everyMs,
  });
  const waiting = approvals.data?.data.length ?? 0;
  return waiting > 0 ? { '/approvals': String(waiting) } : {};
}
