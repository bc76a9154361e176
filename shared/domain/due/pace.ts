import { maxSendRate } from '../../aws/account';
import { paceKey } from '../../db/keys';
import { updateItem } from '../../db/table';
import { now } from '../../time';

/** Bulk mail leaves this part of the account's rate to everything else: a password reset never waits. */
const bulkShare = 0.8;

interface Pace {
  /** Until when the account's bulk rate is given away, ms. */
  takenUntil: number;
}

/**
 * Takes the next part of the account's bulk rate that is free, for so many recipients, and returns when it begins,
 * in ms. All bulk work of all workspaces asks here, so together it stays under its share.
 */
export async function reserveRate(recipients: number): Promise<number> {
  const lengthMs = Math.ceil((recipients * 1000) / (bulkShare * (await maxSendRate())));
  const at = now();
  const queued = await updateItem<Pace>(paceKey, {
    UpdateExpression: 'SET takenUntil = takenUntil + :length',
    ConditionExpression: 'takenUntil > :now',
    ExpressionAttributeValues: { ':length': lengthMs, ':now': at },
  });
  if (queued) return queued.takenUntil - lengthMs;
  const idle = await updateItem<Pace>(paceKey, {
    UpdateExpression: 'SET takenUntil = :end',
    ConditionExpression: 'attribute_not_exists(takenUntil) OR takenUntil <= :now',
    ExpressionAttributeValues: { ':end': at + lengthMs, ':now': at },
  });
  return idle ? at : reserveRate(recipients);
}
