import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';

/** The maximum of the API. The list contains only the beginning of each draft. */
const limit = 100;

/** Returns the oldest pending drafts. */
export function useApprovals(refetchInterval: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['approvals'],
    queryFn: async () => client.listApprovals({ limit }),
    refetchInterval,
  });
}
