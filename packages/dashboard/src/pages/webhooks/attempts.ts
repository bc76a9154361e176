import type { WebhookDelivery, WebhookEndpoint } from '@carrier-nest/sdk';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** When each attempt is made, from the event: core.md, "Delivery, signing and retries". */
const schedule = [
  ['At once', 0],
  ['After 1 minute', minuteMs],
  ['After 5 minutes', 5 * minuteMs],
  ['After 30 minutes', 30 * minuteMs],
  ['After 2 hours', 2 * hourMs],
  ['After 12 hours', 12 * hourMs],
] as const;

export const attemptsMax = schedule.length;

export interface Attempt {
  says: string;
  state: 'made' | 'delivered' | 'next' | 'later' | 'left out';
  /** When it is due. */
  at: string;
}

export type Standing = 'delivered' | 'on its way' | 'tried again' | 'waits' | 'given up';

/** What becomes of a delivery. A disabled endpoint is owed what has attempts left. */
export function standingOf({ status, attempts }: WebhookDelivery, { enabled }: WebhookEndpoint): Standing {
  if (status === 'success') return 'delivered';
  if (attempts >= attemptsMax) return 'given up';
  if (!enabled) return 'waits';
  return status === 'pending' ? 'on its way' : 'tried again';
}

/** All six, as far as the API tells: it keeps how the latest went. */
export function attemptsOf(delivery: WebhookDelivery): Attempt[] {
  const { created_at, attempts, status } = delivery;
  const isDelivered = status === 'success';
  return schedule.map(([says, ms], at) => ({
    says,
    at: new Date(Date.parse(created_at) + ms).toISOString(),
    state: stateOf(at, attempts, isDelivered),
  }));
}

function stateOf(at: number, made: number, isDelivered: boolean): Attempt['state'] {
  if (at < made) return isDelivered && at === made - 1 ? 'delivered' : 'made';
  if (isDelivered) return 'left out';
  return at === made ? 'next' : 'later';
}

/** The next attempt, as it was planned: where it was missed, it comes as soon as it may. */
export const nextOf = (delivery: WebhookDelivery): Attempt | undefined =>
  attemptsOf(delivery).find(({ state }) => state === 'next');
