import type { LeaseFields } from '../../../db/records/lease';
import { all, is, isNot, type Condition } from '../../../db/condition';
import { keys, parkedDeliveriesKey, type Key } from '../../../db/keys';
import { isUnleased, isLeasedBy, leaseAttributes, acquireLease } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { hasExpired, toIso, nowIso } from '../../../core/time';
import { dueAttributeNames, dueAttributes } from '../scheduler/due-attributes';
import { attemptsMax, fitsQueueDelay, nextAttemptAt } from './attempt-times';
import type { PostOutcome } from './post-to-endpoint';
import type { WebhookDelivery } from '../../../db/records/webhooks';

/** A delivery with an attempt in progress. */
type ClaimedDelivery = WebhookDelivery & Required<LeaseFields>;

/** Longer than an attempt can take. After a crash, the message is redelivered only after the lease has expired. */
const leaseMs = 20_000;

const parkedAttributes = ['waitingKey', 'waitingAt'] as const;

export const isFinished = ({ status, attempts, expiresAt }: WebhookDelivery): boolean =>
  status === 'success' || attempts >= attemptsMax || hasExpired(expiresAt);

/** Claims the delivery for its next attempt. Returns undefined if an attempt is in progress or has been made. */
export const claimDelivery = (delivery: WebhookDelivery): Promise<ClaimedDelivery | undefined> =>
  acquireLease(deliveryKey(delivery), leaseMs, {
    condition: isUnattempted(delivery),
    remove: [...dueAttributeNames, ...parkedAttributes],
  });

/**
 * Records the result of the attempt that claimed the delivery. Returns undefined if the attempt no longer holds the
 * claim.
 */
export function recordAttempt(
  claimed: ClaimedDelivery,
  { statusCode, error }: PostOutcome,
): Promise<WebhookDelivery | undefined> {
  const attempts = claimed.attempts + 1;
  const isSuccess = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
  const nextAttemptMs = isSuccess ? undefined : nextAttemptAt(claimed.createdAt, attempts);
  return updateItem(
    deliveryKey(claimed),
    {
      set: {
        attempts,
        status: isSuccess ? 'success' : 'failed',
        lastStatusCode: statusCode,
        lastError: error,
        deliveredAt: isSuccess ? nowIso() : undefined,
        nextAttemptAt: nextAttemptMs ? toIso(nextAttemptMs) : undefined,
        ...(nextAttemptMs &&
          !fitsQueueDelay(nextAttemptMs) &&
          dueAttributes(claimed.id, 'attemptWebhook', nextAttemptMs)),
      },
      remove: leaseAttributes,
    },
    isLeasedBy(claimed.leaseOwner),
  );
}

/**
 * Records that the delivery could not be attempted, without counting an attempt. A parked delivery continues when the
 * endpoint is enabled. Returns undefined if an attempt was made first.
 */
export function markUndeliverable(
  delivery: WebhookDelivery,
  { isParked }: { isParked: boolean },
): Promise<WebhookDelivery | undefined> {
  const { workspaceId, endpointId, nextAttemptAt: waitingAt } = delivery;
  const failed: Partial<WebhookDelivery> = { status: 'failed', lastError: 'endpoint removed or disabled' };
  const parked = { waitingKey: parkedDeliveriesKey(workspaceId, endpointId), waitingAt };
  return updateItem(
    deliveryKey(delivery),
    isParked
      ? { set: { ...failed, ...parked }, remove: dueAttributeNames }
      : { set: failed, remove: [...dueAttributeNames, ...parkedAttributes] },
    all(isUnattempted(delivery), isUnleased()),
  );
}

const deliveryKey = ({ workspaceId, endpointId, id }: WebhookDelivery): Key<WebhookDelivery> =>
  keys.webhookDelivery(workspaceId, endpointId, id);

/** The condition that no attempt has ended since the delivery was read and that the delivery has not succeeded. */
const isUnattempted = ({ attempts }: WebhookDelivery): Condition<WebhookDelivery> =>
  all(is('attempts', attempts), isNot('status', 'success'));
