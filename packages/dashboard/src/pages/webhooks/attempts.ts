import type { WebhookDelivery, WebhookEndpoint } from '@carrier-nest/sdk';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The time of each attempt after the event (W-23). */
const attemptSchedule = [
  ['Immediately', 0],
  ['After 1 minute', minuteMs],
  ['After 5 minutes', 5 * minuteMs],
  ['After 30 minutes', 30 * minuteMs],
  ['After 2 hours', 2 * hourMs],
  ['After 12 hours', 12 * hourMs],
] as const;

export const attemptsMax = attemptSchedule.length;

export interface Attempt {
  label: string;
  state: 'attempted' | 'delivered' | 'next' | 'later' | 'skipped';
  /** When the attempt is due. */
  at: string;
}

export type DeliveryState = 'delivered' | 'pending' | 'retrying' | 'paused' | 'exhausted';

/** Returns the state of a delivery. While the endpoint is disabled, deliveries with attempts left are paused. */
export function deliveryState(
  { status, attempts }: WebhookDelivery,
  { enabled }: WebhookEndpoint,
): DeliveryState {
  if (status === 'success') return 'delivered';
  if (attempts >= attemptsMax) return 'exhausted';
  if (!enabled) return 'paused';
  return status === 'pending' ? 'pending' : 'retrying';
}

/** Lists all six attempts. The API keeps only the result of the latest attempt. */
export function listAttempts(delivery: WebhookDelivery): Attempt[] {
  const { created_at, attempts, status } = delivery;
  const isDelivered = status === 'success';
  return attemptSchedule.map(([label, ms], index) => ({
    label,
    at: new Date(Date.parse(created_at) + ms).toISOString(),
    state: attemptState(index, attempts, isDelivered),
  }));
}

function attemptState(index: number, madeCount: number, isDelivered: boolean): Attempt['state'] {
  if (index < madeCount) return isDelivered && index === madeCount - 1 ? 'delivered' : 'attempted';
  if (isDelivered) return 'skipped';
  return index === madeCount ? 'next' : 'later';
}

/** Returns the next attempt with its planned time. A missed attempt is made as soon as possible. */
export const findNextAttempt = (delivery: WebhookDelivery): Attempt | undefined =>
  listAttempts(delivery).find(({ state }) => state === 'next');
