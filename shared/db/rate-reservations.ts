import type { RateReservations } from './records/rate-reservations';
import { dayMs, epochSeconds, now } from '../core/time';
import { greaterThan, attributeNotExists, all, any, atMost } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';

/**
 * The time after which DynamoDB may delete the record: a day without a reservation. A missing record means an idle
 * rate.
 */
const newExpiry = (): { expiresAt: number } => ({ expiresAt: epochSeconds(now() + dayMs) });

/**
 * Reserves `durationMs` directly after the existing reservations if these end after `notBefore` and no later than
 * `notAfter`. Returns the end of the new reservation, or undefined if the existing reservations end too early or too
 * late.
 */
export async function reserveNext(
  key: Key<RateReservations>,
  durationMs: number,
  { notBefore, notAfter }: { notBefore: number; notAfter: number | undefined },
): Promise<number | undefined> {
  const reservations = await updateItem(
    key,
    { add: { reservedUntil: durationMs }, set: newExpiry() },
    notAfter === undefined
      ? greaterThan('reservedUntil', notBefore)
      : all(greaterThan('reservedUntil', notBefore), atMost('reservedUntil', notAfter)),
  );
  return reservations?.reservedUntil;
}

/** Reserves `durationMs` from `startMs` if no reservation ends later. Returns the end of the new reservation. */
export async function reserveIfIdle(
  key: Key<RateReservations>,
  durationMs: number,
  startMs: number,
): Promise<number | undefined> {
  const reservations = await updateItem(
    key,
    { set: { reservedUntil: startMs + durationMs, ...newExpiry() } },
    any(attributeNotExists('reservedUntil'), atMost('reservedUntil', startMs)),
  );
  return reservations?.reservedUntil;
}
