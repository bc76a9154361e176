import { randomUUID } from 'node:crypto';
import { changing, type Changes } from '../../db/changing';
import { keys, parkedDeliveriesKey } from '../../db/keys';
import { updateItem, type Condition } from '../../db/table';
import { hasExpired, iso, now, nowIso } from '../../time';
import { dueAtTime } from '../due/due-at';
import { attemptsMax, isNear, nextAttemptAt } from './attempt-times';
import type { PostOutcome } from './post';
import type { WebhookDelivery } from './record';

/** Longer than an attempt can take. Should it die, its message comes again when this is over. */
const leaseMs = 20_000;

const due = ['dueKey', 'dueAt', 'dueJob'] as const;
const lease = ['owner', 'leaseUntil'] as const;

export const isOver = ({ status, attempts, expiresAt }: WebhookDelivery): boolean =>
  status === 'success' || attempts >= attemptsMax || hasExpired(expiresAt);

/** Takes the delivery for its next attempt; undefined when another attempt runs, or has been made. */
export function claimDelivery(delivery: WebhookDelivery): Promise<WebhookDelivery | undefined> {
  const owner = randomUUID();
  const { expression, names, values } = unattempted(delivery);
  return change(
    delivery,
    { set: { owner, leaseUntil: now() + leaseMs }, remove: due },
    // A write whose answer is lost is made again, and finds its own lease.
    {
      expression: `(${expression}) OR #owner = :mine`,
      names: { ...names, '#owner': 'owner' },
      values: { ...values, ':mine': owner },
    },
  );
}

/** Records how the attempt went that claimed it; undefined when it took so long that another has it. */
export function recordAttempt(
  claimed: WebhookDelivery,
  { statusCode, error }: PostOutcome,
): Promise<WebhookDelivery | undefined> {
  const attempts = claimed.attempts + 1;
  const isSuccess = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
  const next = isSuccess ? undefined : nextAttemptAt(claimed.createdAt, attempts);
  return change(
    claimed,
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
      remove: lease,
    },
    { expression: '#owner = :owned', names: { '#owner': 'owner' }, values: { ':owned': claimed.owner } },
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
  const { workspaceId, endpointId, nextAttemptAt: dueAt } = delivery;
  const failed = { status: 'failed', lastError: 'endpoint removed or disabled' };
  const changes: Changes = isParked
    ? {
        set: { ...failed, dueKey: parkedDeliveriesKey(workspaceId, endpointId), dueAt },
        remove: ['dueJob'],
      }
    : { set: failed, remove: due };
  return change(delivery, changes, unattempted(delivery));
}

const change = (
  { workspaceId, endpointId, id }: WebhookDelivery,
  changes: Changes,
  condition: Condition,
): Promise<WebhookDelivery | undefined> =>
  updateItem<WebhookDelivery>(
    keys.webhookDelivery(workspaceId, endpointId, id),
    changing(changes, condition),
  );

/** No attempt has ended since the delivery was read, and none runs. */
const unattempted = ({ attempts }: WebhookDelivery): Condition => ({
  expression:
    '#attempts = :seen AND #status <> :success AND (attribute_not_exists(#leaseUntil) OR #leaseUntil < :now)',
  names: { '#attempts': 'attempts', '#status': 'status', '#leaseUntil': 'leaseUntil' },
  values: { ':seen': attempts, ':success': 'success', ':now': now() },
});
