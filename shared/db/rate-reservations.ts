import type { RateReservations } from './records/rate-reservations';
import { dayMs, epochSeconds, now } from '../core/time';
import { greaterThan, attributeNotExists, all, any, atMost } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';

/** When DynamoDB may forget it: what nobody has taken of for a day is free. */
const newExpiry = (): { expiresAt: number } => ({ expiresAt: epochSeconds(now() + dayMs) });

/**
 * Takes a part that is so long, in ms, behind what others have taken, when it begins between these times; answers when
 * the part ends. Undefined when nothing is taken by then, or too much.
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

/** Takes a part that begins now, at `from`, when nobody has taken anything from then on; answers when it ends. */
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
