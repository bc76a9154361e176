import { dayMs, epochSeconds, now } from '../core/time';
import { above, absent, all, any, atMost } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';

/** Something that is given out one part after the other, such as a rate. */
export interface Slots {
  /** Until when it is given away, ms. */
  takenUntil: number;
}

/** When DynamoDB may forget it: what nobody has taken of for a day is free. */
const expiry = (): { expiresAt: number } => ({ expiresAt: epochSeconds(now() + dayMs) });

/**
 * Takes a part that is so long, in ms, behind what others have taken, when it begins between these times; answers when
 * the part ends. Undefined when nothing is taken by then, or too much.
 */
export async function takeNext(
  key: Key,
  lengthMs: number,
  { from, until }: { from: number; until: number | undefined },
): Promise<number | undefined> {
  const slots = await updateItem<Slots>(
    key,
    { add: { takenUntil: lengthMs }, set: expiry() },
    until === undefined
      ? above('takenUntil', from)
      : all(above('takenUntil', from), atMost('takenUntil', until)),
  );
  return slots?.takenUntil;
}

/** Takes a part that begins now, at `from`, when nobody has taken anything from then on; answers when it ends. */
export async function takeIdle(key: Key, lengthMs: number, from: number): Promise<number | undefined> {
  const slots = await updateItem<Slots>(
    key,
    { set: { takenUntil: from + lengthMs, ...expiry() } },
    any(absent('takenUntil'), atMost('takenUntil', from)),
  );
  return slots?.takenUntil;
}
