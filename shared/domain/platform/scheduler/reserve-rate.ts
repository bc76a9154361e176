import { loadMaxSendRate } from '../../../aws/send-quota';
import { bulkRateShare } from '../../../core/bulk-rate-share';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { reserveIfIdle, reserveNext } from '../../../db/rate-reservations';
import { updateItem } from '../../../db/table';

/** Returns the part of the bulk rate that one recipient takes, in ms. */
export const computeMsPerRecipient = async (): Promise<number> =>
  1000 / (bulkRateShare * (await loadMaxSendRate()));

/** A part of the account's bulk rate, in ms. */
export interface RateReservation {
  startsAt: number;
  endsAt: number;
  /** The part of the rate that one recipient takes. */
  perRecipientMs: number;
}

/**
 * Reserves the next free part of the account's bulk rate that begins between these times, in ms. Returns undefined if
 * no part is free. All bulk email of all workspaces reserves its rate here, so that the total stays within the bulk
 * share of the rate.
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

/** Releases an unused reservation, unless a later part of the rate has been reserved in the meantime. */
export async function releaseRate({ startsAt, endsAt }: RateReservation): Promise<void> {
  await updateItem(keys.sendRate(), { set: { reservedUntil: startsAt } }, is('reservedUntil', endsAt));
}
