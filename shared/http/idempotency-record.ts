import { hasGuardrail, type Credential } from '../core/request-context';
import type { ResponsePiece, IdempotencyRecord } from '../db/records/idempotency';
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { all, any, atMost, ifAbsent, is, type Condition } from '../db/condition';
import { keys, type Key } from '../db/keys';
import { isLeasedBy, newLease, requestLeaseMs } from '../db/lease';
import { getItem, putItem, updateItem } from '../db/table';
import { dayMs, epochSeconds, newId, now } from '../core/time';

export interface IdempotencyClaim {
  key: Key<IdempotencyRecord>;
  record: IdempotencyRecord;
}

export async function newClaim(
  credential: Credential,
  path: string,
  idempotencyKey: string,
  body: unknown,
): Promise<IdempotencyClaim> {
  const nowMs = now();
  const { inboxId } = credential.guardrails;
  return {
    key: await findRecordKey(credential, sha256(path), sha256(idempotencyKey)),
    record: {
      credentialId: credential.id,
      ...(inboxId && { inboxId }),
      bodyHash: sha256(canonicalize(body) ?? ''),
      state: 'running',
      ...newLease(requestLeaseMs),
      operationId: newId(),
      endsAt: nowMs + dayMs,
      expiresAt: epochSeconds(nowMs + dayMs),
    },
  };
}

/**
 * The credentials of a workspace share the idempotency keys. A credential with a guardrail has a space of its own, so
 * that it cannot claim a key that another credential is going to use. For 24 hours after the guardrails moved a
 * credential to another space, its retries find the earlier requests in the previous space.
 */
async function findRecordKey(
  credential: Credential,
  pathHash: string,
  keyHash: string,
): Promise<Key<IdempotencyRecord>> {
  const { id, workspaceId, guardrails, idempotencySpaceChangedAt = -Infinity } = credential;
  const shared = keys.idempotency(workspaceId, pathHash, keyHash);
  const own = keys.guardedIdempotency(workspaceId, id, pathHash, keyHash);
  const [current, previous] = hasGuardrail(guardrails) ? [own, shared] : [shared, own];
  if (idempotencySpaceChangedAt + dayMs <= now()) return current;
  const earlier = await getItem(previous);
  return earlier?.credentialId === id && earlier.endsAt > now() ? previous : current;
}

/** Claims the key if the key is free. Otherwise, returns the record that claims the key. */
export const claimIfFree = ({ key, record }: IdempotencyClaim): Promise<IdempotencyRecord | undefined> =>
  putItem<IdempotencyRecord>(
    { ...key, ...record },
    any(ifAbsent, atMost('endsAt', now()), is('state', 'released'), isOwnClaim(record)),
  );

/** The SDK repeats a write whose response was lost. The repeated write must accept the claim of the first write. */
const isOwnClaim = ({ leaseOwner }: IdempotencyRecord): Condition<IdempotencyRecord> =>
  isLeasedBy(leaseOwner);

/**
 * Claims the key of an attempt that ended without a response. Returns false if another request claimed the key first.
 */
export async function takeOverClaim(
  { key, record }: IdempotencyClaim,
  { leaseOwner, state }: IdempotencyRecord,
): Promise<boolean> {
  const isSameAttempt: Condition<IdempotencyRecord> = all(isLeasedBy(leaseOwner), is('state', state));
  return !(await putItem<IdempotencyRecord>({ ...key, ...record }, any(isSameAttempt, isOwnClaim(record))));
}

export const readClaimRecord = ({ key }: IdempotencyClaim) => getItem(key);

/**
 * The maximum size of a body that is stored in the record itself. Larger bodies are compressed and split into pieces,
 * because DynamoDB limits an item to 400 KB and a response may contain a campaign of 1 MB.
 */
const bodyBytesMax = 200_000;
const pieceBytes = 350_000;

export async function finishClaim(claim: IdempotencyClaim, status: number, body: string): Promise<void> {
  if (Buffer.byteLength(body) <= bodyBytesMax) return updateClaim(claim, { state: 'done', status, body });
  const { key, record } = claim;
  // Load zlib on demand, because every function bundles this file but few responses are so large.
  const { gzipSync } = await import('node:zlib');
  const compressed = gzipSync(body);
  const bodyPieces = Math.ceil(compressed.length / pieceBytes);
  for (const pieceIndex of indexRange(bodyPieces)) {
    const bytes = compressed.subarray(pieceIndex * pieceBytes, (pieceIndex + 1) * pieceBytes);
    const piece: ResponsePiece = { bytes, expiresAt: record.expiresAt };
    await putItem({ ...keys.responsePiece(key, record.leaseOwner, pieceIndex), ...piece });
  }
  await updateClaim(claim, { state: 'done', status, bodyPieces });
}

/** Returns the response body that an attempt stored. */
export async function readStoredBody({ key }: IdempotencyClaim, stored: IdempotencyRecord): Promise<string> {
  if (stored.bodyPieces === undefined) return stored.body ?? '';
  const pieces = await Promise.all(
    indexRange(stored.bodyPieces).map((pieceIndex) =>
      getItem(keys.responsePiece(key, stored.leaseOwner, pieceIndex)),
    ),
  );
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(Buffer.concat(pieces.flatMap((piece) => piece?.bytes ?? []))).toString();
}

const indexRange = (count: number): number[] => [...Array(count).keys()];

export async function releaseClaim(claim: IdempotencyClaim, state: 'released' | 'unknown'): Promise<void> {
  await updateClaim(claim, { state });
}

/** Updates the record only while this request owns the claim. */
async function updateClaim(
  { key, record }: IdempotencyClaim,
  set: Partial<IdempotencyRecord>,
): Promise<void> {
  await updateItem(key, { set }, isLeasedBy(record.leaseOwner));
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
