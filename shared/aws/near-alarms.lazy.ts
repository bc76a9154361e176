import { enqueue } from './queues';

/** Rings in so many seconds, 900 at most. */
export const ringIn = (seconds: number): Promise<void> =>
  enqueue('alarms', [{ body: { alarm: 'soon' }, delaySeconds: seconds }]);
