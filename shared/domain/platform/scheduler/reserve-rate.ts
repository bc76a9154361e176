import { loadMaxSendRate } from '../../../aws/send-quota';
import { bulkRateShare } from '../../../core/bulk-rate-share';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { reserveIfIdle, reserveNext } from '../../../db/rate-reservations';
import { updateItem } from '../../../db/table';

/** What one recipient takes of the rate that bulk mail has, ms. */
export const computeMsPerRecipient = async (): Promise<number> =>
  1000 / (bulkRateShare * (await loadMaxSendRate()));

/** A part of the account's bulk rate, in ms. */
export interface RateReservation {
  startsAt: number;
  endsAt: number;
  /** What one recipient takes of it. */
  perRecipientMs: number;
}

/**
 * Takes the next free part of the account's bulk rate that begins between these times, in ms; undefined when there is
 * none. All bulk work of all workspaces asks here, so together it stays under its share.
 */
export async function reserveSendRate(
  recipients: number,
  { from, until }: { from: number; until: number },
): Promise<RateReservation | undefined> {
  const msPerRecipient = await computeMsPerRecipient();
  const durationMs = Math.ceil(recipients * msPerRecipient);
  if (durationMs === 0) return { startsAt: from, endsAt: from, perRecipientMs: msPerRecipient };
  const key = keys.sendRate();
  const endsAt =
    (await reserveIfIdle(key, durationMs, from)) ??
    (await reserveNext(key, durationMs, { notBefore: from, notAfter: until }));
  return endsAt === undefined
    ? undefined
    : { startsAt: endsAt - durationMs, endsAt, perRecipientMs: msPerRecipient };
}

/** Gives a part back that was not used, unless somebody has taken what comes after it. */
export async function releaseRate({ startsAt, endsAt }: RateReservation): Promise<void> {
  await updateItem(keys.sendRate(), { set: { reservedUntil: startsAt } }, is('reservedUntil', endsAt));
}
