import { maxSendRate } from '../../../aws/account';
import { bulkShare } from '../../../core/bulk-share';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { takeIdle, takeNext, type Slots } from '../../../db/slots';
import { updateItem } from '../../../db/table';

/** What one recipient takes of the rate that bulk mail has, ms. */
export const perRecipientMs = async (): Promise<number> => 1000 / (bulkShare * (await maxSendRate()));

/** A part of the account's bulk rate, in ms. */
export interface Slot {
  startsAt: number;
  endsAt: number;
  /** What one recipient takes of it. */
  perRecipientMs: number;
}

/**
 * Takes the next free part of the account's bulk rate that begins between these times, in ms; undefined when there is
 * none. All bulk work of all workspaces asks here, so together it stays under its share.
 */
export async function reserveRate(
  recipients: number,
  { from, until }: { from: number; until: number },
): Promise<Slot | undefined> {
  const eachMs = await perRecipientMs();
  const lengthMs = Math.ceil(recipients * eachMs);
  if (lengthMs === 0) return { startsAt: from, endsAt: from, perRecipientMs: eachMs };
  const key = keys.pace();
  const endsAt = (await takeIdle(key, lengthMs, from)) ?? (await takeNext(key, lengthMs, { from, until }));
  return endsAt === undefined ? undefined : { startsAt: endsAt - lengthMs, endsAt, perRecipientMs: eachMs };
}

/** Gives a part back that was not used, unless somebody has taken what comes after it. */
export async function giveBack({ startsAt, endsAt }: Slot): Promise<void> {
  await updateItem<Slots>(keys.pace(), { set: { takenUntil: startsAt } }, is('takenUntil', endsAt));
}
