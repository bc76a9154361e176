import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/**
 * Returns the current time in ms. Every timestamp and every id that sorts by time comes from this file, so that tests
 * can move a single clock.
 */
export const now = (): number => Date.now();

export const toIso = (ms: number): string => new Date(ms).toISOString();

export const nowIso = (): string => toIso(now());

/** Seconds since 1970, the unit of DynamoDB's TTL. */
export const epochSeconds = (ms: number): number => Math.ceil(ms / 1000);

/**
 * Whether a record's TTL (in seconds) has passed. Readers need this check because DynamoDB deletes expired records with
 * a delay.
 */
export const hasExpired = (expiresAt: number): boolean => expiresAt * 1000 <= now();

/** Returns a UUIDv7, so that ids sort by creation time. */
export const newId = (): string => uuidv7();

/**
 * Returns a deterministic id for a part of an operation. The id has the operation's timestamp, and the ids of up to
 * 4,096 parts sort by index.
 */
export function derivePartId(id: string, index: number): string {
  const hash = createHash('sha256').update(`${id}#${index}`).digest('hex');
  const paddedIndex = index.toString(16).padStart(3, '0');
  return [id.slice(0, 13), `7${paddedIndex}`, `a${hash.slice(0, 3)}`, hash.slice(3, 15)].join('-');
}

/** Returns a deterministic UUIDv7 for the time `ms`. The same time and seed always give the same id. */
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

/** Returns the creation time of a UUIDv7, in ms. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export const utcDay = (ms: number): string => toIso(ms).slice(0, 10);

/** Returns the start of the next UTC day, in ms. */
export const nextUtcDay = (): number => (Math.floor(now() / dayMs) + 1) * dayMs;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
