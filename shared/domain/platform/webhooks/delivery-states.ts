import { all, is, isNot, type Condition } from '../../../db/condition';
import { keys, parkedDeliveriesKey, type Key } from '../../../db/keys';
import { isFree, isHeldBy, leaseAttributes, takeLease, type Leased } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { hasExpired, iso, nowIso } from '../../../core/time';
import { dueAttributes, dueAtTime } from '../scheduler/due-at';
import { attemptsMax, isNear, nextAttemptAt } from './attempt-times';
import type { PostOutcome } from './post';
import type { WebhookDelivery } from '../../../db/records/webhooks';

/** One whose attempt runs. */
type ClaimedDelivery = WebhookDelivery & Required<Leased>;

/** Longer than an attempt can take. Should it die, its message comes again when this is over. */
const leaseMs = 20_000;

const waitingAttributes = ['waitingKey', 'waitingAt'] as const;

export const isOver = ({ status, attempts, expiresAt }: WebhookDelivery): boolean =>
  status === 'success' || attempts >= attemptsMax || hasExpired(expiresAt);

/** Takes the delivery for its next attempt; undefined when another attempt runs, or has been made. */
export const claimDelivery = (delivery: WebhookDelivery): Promise<ClaimedDelivery | undefined> =>
  takeLease<ClaimedDelivery>(keyOf(delivery), leaseMs, {
    condition: unattempted(delivery),
    remove: [...dueAttributes, ...waitingAttributes],
  });

/** Records how the attempt went that claimed it; undefined when it holds the delivery no longer. */
export function recordAttempt(
  claimed: ClaimedDelivery,
  { statusCode, error }: PostOutcome,
): Promise<WebhookDelivery | undefined> {
  const attempts = claimed.attempts + 1;
  const isSuccess = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
  const next = isSuccess ? undefined : nextAttemptAt(claimed.createdAt, attempts);
  return updateItem<WebhookDelivery>(
    keyOf(claimed),
    {
      set: {
        attempts,
        status: isSuccess ? 'success' : 'failed',
        lastStatusCode: statusCode,
        lastError: error,
        deliveredAt: isSuccess ? nowIso() : undefined,
        nextAttemptAt: next && iso(next),
        ...(next && !isNear(next) && dueAtTime(claimed.id, 'attemptWebhook', next)),
      },
      remove: leaseAttributes,
    },
    isHeldBy(claimed.leaseOwner),
  );
}

/**
 * Records that nobody could be told, which is no attempt. Parked, it goes on when the endpoint is enabled.
 * Undefined when an attempt came between.
 */
export function setAside(
  delivery: WebhookDelivery,
  { isParked }: { isParked: boolean },
): Promise<WebhookDelivery | undefined> {
  const { workspaceId, endpointId, nextAttemptAt: waitingAt } = delivery;
  const failed = { status: 'failed', lastError: 'endpoint removed or disabled' };
  const parked = { waitingKey: parkedDeliveriesKey(workspaceId, endpointId), waitingAt };
  return updateItem<WebhookDelivery>(
    keyOf(delivery),
    isParked
      ? { set: { ...failed, ...parked }, remove: dueAttributes }
      : { set: failed, remove: [...dueAttributes, ...waitingAttributes] },
    all(unattempted(delivery), isFree()),
  );
}

const keyOf = ({ workspaceId, endpointId, id }: WebhookDelivery): Key =>
  keys.webhookDelivery(workspaceId, endpointId, id);

/** No attempt has ended since the delivery was read, and it is not delivered. */
const unattempted = ({ attempts }: WebhookDelivery): Condition =>
  all(is('attempts', attempts), isNot('status', 'success'));
