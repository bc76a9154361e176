import { useApprovals } from '../pages/approvals/use-approvals';

const refetchIntervalMs = 30_000;

/** Returns the numbers of pending items for the navigation. Empty if the key may not read the items. */
export function usePendingCounts(): Partial<Record<string, string>> {
  const { data: { data = [], has_more = false } = {} } = useApprovals(refetchIntervalMs);
  return data.length > 0 ? { '/approvals': `${data.length}${has_more ? '+' : ''}` } : {};
}
