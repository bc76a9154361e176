import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { all, any, atMost, ifAbsent, is, type Condition } from '../db/condition';
import { keys, type Key } from '../db/keys';
import { isHeldBy, newLease, requestLeaseMs, type Leased } from '../db/lease';
import { getItem, putItem, updateItem } from '../db/table';
import { dayMs, epochSeconds, newId, now } from '../core/time';

/** What became of the request with one Idempotency-Key (core.md, "Retry rules for idempotency"). */
export interface IdempotencyRecord extends Required<Leased> {
  bodyHash: string;
  /**
   * `running` until its lease ends · `done` with an answer to replay · `released` free for anybody ·
   * `unknown` free, but the first attempt may have acted under `operationId`.
   */
  state: 'running' | 'done' | 'released' | 'unknown';
  operationId: string;
  /** 24 hours after the claim. */
  endsAt: number;
  expiresAt: number;
  status?: number;
  body?: string;
  /** In so many pieces stands a body that is too large for a record. */
  bodyPieces?: number;
}

/** A piece of an answer, compressed. */
interface AnswerPiece {
  bytes: Uint8Array;
  expiresAt: number;
}

export interface IdempotencyClaim {
  key: Key;
  record: IdempotencyRecord;
}

export function newClaim(
  workspaceId: string,
  path: string,
  idempotencyKey: string,
  body: unknown,
): IdempotencyClaim {
  const at = now();
  return {
    key: keys.idempotency(workspaceId, sha256(path), sha256(idempotencyKey)),
    record: {
      bodyHash: sha256(canonicalize(body) ?? ''),
      state: 'running',
      ...newLease(requestLeaseMs),
      operationId: newId(),
      endsAt: at + dayMs,
      expiresAt: epochSeconds(at + dayMs),
    },
  };
}

/** Claims the key if it is free; otherwise returns the record that holds it. */
export const claimIfFree = ({ key, record }: IdempotencyClaim): Promise<IdempotencyRecord | undefined> =>
  putItem<IdempotencyRecord>(
    { ...key, ...record },
    any(ifAbsent, atMost('endsAt', now()), is('state', 'released'), isOurs(record)),
  );

/** A write whose answer is lost is made again, and finds its own claim. */
const isOurs = ({ leaseOwner }: IdempotencyRecord): Condition => isHeldBy(leaseOwner);

/** Takes the key from an attempt that ended without an answer. False when another request was faster. */
export async function takeOver(
  { key, record }: IdempotencyClaim,
  { leaseOwner, state }: IdempotencyRecord,
): Promise<boolean> {
  const isStillThat = all(isHeldBy(leaseOwner), is('state', state));
  return !(await putItem<IdempotencyRecord>({ ...key, ...record }, any(isStillThat, isOurs(record))));
}

export const readRecord = ({ key }: IdempotencyClaim) => getItem<IdempotencyRecord>(key);

/** A record takes 400 KB, and an answer may have a campaign of a megabyte in it. */
const bodyBytesMax = 200_000;
const pieceBytes = 350_000;

export async function finishClaim(claim: IdempotencyClaim, status: number, body: string): Promise<void> {
  if (Buffer.byteLength(body) <= bodyBytesMax) return change(claim, { state: 'done', status, body });
  const { key, record } = claim;
  // Few answers are as large, and every function has this file.
  const { gzipSync } = await import('node:zlib');
  const packed = gzipSync(body);
  const bodyPieces = Math.ceil(packed.length / pieceBytes);
  for (const at of indexes(bodyPieces)) {
    const bytes = packed.subarray(at * pieceBytes, (at + 1) * pieceBytes);
    const piece: AnswerPiece = { bytes, expiresAt: record.expiresAt };
    await putItem({ ...keys.answerPiece(key, record.leaseOwner, at), ...piece });
  }
  await change(claim, { state: 'done', status, bodyPieces });
}

/** The answer that an attempt stored. */
export async function storedBody({ key }: IdempotencyClaim, stored: IdempotencyRecord): Promise<string> {
  if (stored.bodyPieces === undefined) return stored.body ?? '';
  const pieces = await Promise.all(
    indexes(stored.bodyPieces).map((at) =>
      getItem<AnswerPiece>(keys.answerPiece(key, stored.leaseOwner, at)),
    ),
  );
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(Buffer.concat(pieces.flatMap((piece) => piece?.bytes ?? []))).toString();
}

const indexes = (count: number): number[] => [...Array(count).keys()];

export async function releaseClaim(claim: IdempotencyClaim, state: 'released' | 'unknown'): Promise<void> {
  await change(claim, { state });
}

/** Only while the claim is ours. */
async function change({ key, record }: IdempotencyClaim, set: Partial<IdempotencyRecord>): Promise<void> {
  await updateItem(key, { set }, isHeldBy(record.leaseOwner));
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
