import type { Broadcast } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../parts/toast';

/** Shows at once what the answer says, and looks again at the lists. */
export function useMoved() {
  const queries = useQueryClient();
  const say = useToast();
  return async (campaign: Broadcast, says: string): Promise<void> => {
    queries.setQueryData(['campaign', campaign.id], campaign);
    say(says);
    await queries.invalidateQueries({ queryKey: ['campaigns'] });
  };
}
