import { ApiError, type Broadcast, type BroadcastDecision, type CarrierNest } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';
import { refetchIntervalMs } from './campaign-status';

/** Returns the figures at the decision, or null if an earlier version of the service decided and kept no figures. */
export function useDecision(campaign: Broadcast) {
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-decision', campaign.id, campaign.status],
    queryFn: ({ signal }) => findDecision(client, campaign.id, signal),
    placeholderData: keepPreviousData,
    // While the rollout is sent, its figures change with the campaign.
    refetchInterval: ({ state }) => (state.data ? refetchIntervalMs(campaign) : false),
  });
}

async function findDecision(
  client: CarrierNest,
  id: string,
  signal: AbortSignal,
): Promise<BroadcastDecision | null> {
  try {
    return await client.getBroadcastDecision(id, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.type === 'invalid_state') return null;
    throw error;
  }
}
