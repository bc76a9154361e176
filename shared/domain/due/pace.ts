import { maxSendRate } from '../../aws/account';
import { bulkShare } from '../../bulk-share';
import { above, absent, all, any, atMost, is } from '../../db/condition';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';

/** What one recipient takes of the rate that bulk mail has, ms. */
export const perRecipientMs = async (): Promise<number> => 1000 / (bulkShare * (await maxSendRate()));

interface Pace {
  /** Until when the account's bulk rate is given away, ms. */
  takenUntil: number;
}

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
  const endsAt = (await takeNext(lengthMs, from, until)) ?? (await takeIdle(lengthMs, from));
  return endsAt === undefined ? undefined : { startsAt: endsAt - lengthMs, endsAt, perRecipientMs: eachMs };
}

/** Gives a part back that was not used, unless somebody has taken what comes after it. */
export async function giveBack({ startsAt, endsAt }: Slot): Promise<void> {
  await updateItem<Pace>(keys.pace(), { set: { takenUntil: startsAt } }, is('takenUntil', endsAt));
}

/** Behind what others have taken. */
async function takeNext(lengthMs: number, from: number, until: number): Promise<number | undefined> {
  const pace = await updateItem<Pace>(
    keys.pace(),
    { add: { takenUntil: lengthMs } },
    all(above('takenUntil', from), atMost('takenUntil', until)),
  );
  return pace?.takenUntil;
}

/** Nobody has taken anything from then on. */
async function takeIdle(lengthMs: number, from: number): Promise<number | undefined> {
  const pace = await updateItem<Pace>(
    keys.pace(),
    { set: { takenUntil: from + lengthMs } },
    any(absent('takenUntil'), atMost('takenUntil', from)),
  );
  return pace?.takenUntil;
}
