import { useQuery } from '@tanstack/react-query';
import { control } from './control';

/** Smaller differences come from the round trip to the server. */
const movedThresholdMs = 60_000;

/** The time of the local runtime, and how far that time is ahead of the browser's clock. */
export const useClock = () =>
  useQuery({
    queryKey: ['clock'],
    queryFn: async () => {
      const { now } = await control.clock();
      const aheadMs = Date.parse(now) - Date.now();
      return { now, aheadMs, isMoved: aheadMs > movedThresholdMs };
    },
    refetchInterval: 15_000,
  });
