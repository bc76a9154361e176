import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** Every time comes from here, and every id that sorts by time, so that one clock moves them all. */
export const now = (): number => Date.now();

export const toIso = (ms: number): string => new Date(ms).toISOString();

export const nowIso = (): string => toIso(now());

/** Seconds since 1970, as DynamoDB's TTL wants them. */
export const epochSeconds = (ms: number): number => Math.ceil(ms / 1000);

/** Whether a record's TTL is over, in seconds: DynamoDB takes its time to delete it. */
export const hasExpired = (expiresAt: number): boolean => expiresAt * 1000 <= now();

/** A UUIDv7: ids sort by the time of their creation. */
export const newId = (): string => uuidv7();

/** The id of one part of an operation: always the same, of the same age, and in the order of the parts (4,096 at most). */
export function derivePartId(id: string, index: number): string {
  const hash = createHash('sha256').update(`${id}#${index}`).digest('hex');
  const paddedIndex = index.toString(16).padStart(3, '0');
  return [id.slice(0, 13), `7${paddedIndex}`, `a${hash.slice(0, 3)}`, hash.slice(3, 15)].join('-');
}

/** The UUIDv7 of something that happened at that time, in ms: always the same for the same seed. */
export function deriveIdAt(ms: number, seed: string): string {
  const time = Math.trunc(ms).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(seed).digest('hex');
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(0, 3)}`,
    `a${hash.slice(3, 6)}`,
    hash.slice(6, 18),
  ].join('-');
}

/** When a UUIDv7 was made, in ms. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export const utcDay = (ms: number): string => toIso(ms).slice(0, 10);

/** When the next UTC day begins, in ms. */
export const nextUtcDay = (): number => (Math.floor(now() / dayMs) + 1) * dayMs;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
