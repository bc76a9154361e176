import { enqueue } from './queues';

/** Schedules a wakeup in this many seconds, at most 900. */
export const wakeIn = (seconds: number): Promise<void> =>
  enqueue('wakeups', [{ body: { wakeup: 'soon' }, delaySeconds: seconds }]);
