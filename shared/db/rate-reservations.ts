import type { RateReservations } from './records/rate-reservations';
import { dayMs, epochSeconds, now } from '../core/time';
import { greaterThan, attributeNotExists, all, any, atMost } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';

/**
 * Returns the time after which DynamoDB may delete the record, which is a day after the last reservation. If the record
 * is missing, the rate is idle.
 */
const newExpiry = (): { expiresAt: number } => ({ expiresAt: epochSeconds(now() + dayMs) });

/**
 * Reserves `durationMs` directly after the existing reservations, if these reservations end after `notBefore` and no
 * later than `notAfter`. Returns the end of the new reservation. Otherwise, returns undefined.
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

/**
 * Reserves `durationMs` from `startMs` if no existing reservation ends later than `startMs`. Returns the end of the new
 * reservation, or undefined.
 */
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
