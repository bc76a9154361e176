import { enqueue } from './queues';

/** Rings in so many seconds, 900 at most. */
export const wakeIn = (seconds: number): Promise<void> =>
  enqueue('wakeups', [{ body: { wakeup: 'soon' }, delaySeconds: seconds }]);
