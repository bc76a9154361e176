import { createHash, randomUUID } from 'node:crypto';
import canonicalize from 'canonicalize';
import { keys, type Key } from '../db/keys';
import { getItem, putItem, updateItem, type Condition } from '../db/table';
import { dayMs, epochSeconds, newId, now } from '../time';

/** What became of the request with one Idempotency-Key (core.md, "Retry rules for idempotency"). */
export interface IdempotencyRecord {
  bodyHash: string;
  /**
   * `running` until its lease ends · `done` with an answer to replay · `released` free for anybody ·
   * `unknown` free, but the first attempt may have acted under `operationId`.
   */
  state: 'running' | 'done' | 'released' | 'unknown';
  owner: string;
  leaseUntil: number;
  operationId: string;
  /** 24 hours after the claim. */
  endsAt: number;
  expiresAt: number;
  status?: number;
  body?: string;
}

export interface IdempotencyClaim {
  key: Key;
  record: IdempotencyRecord;
}

/** Longer than any function may run, so nobody takes a key away from a request that still works. */
const leaseMs = 35_000;

export function newClaim(
  workspaceId: string,
  path: string,
  idempotencyKey: string,
  body: unknown,
): IdempotencyClaim {
  const at = now();
  return {
    key: keys.idempotency(workspaceId, path, sha256(idempotencyKey)),
    record: {
      bodyHash: sha256(canonicalize(body) ?? ''),
      state: 'running',
      owner: randomUUID(),
      leaseUntil: at + leaseMs,
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
    {
      expression: 'attribute_not_exists(pk) OR endsAt <= :now OR #state = :released',
      names: { '#state': 'state' },
      values: { ':now': now(), ':released': 'released' },
    },
  );

/** Takes the key from an attempt that ended without an answer. False when another request was faster. */
export async function takeOver({ key, record }: IdempotencyClaim, from: IdempotencyRecord): Promise<boolean> {
  return !(await putItem<IdempotencyRecord>({ ...key, ...record }, stillAs(from)));
}

export const readRecord = ({ key }: IdempotencyClaim) => getItem<IdempotencyRecord>(key);

export async function finishClaim(
  { key, record }: IdempotencyClaim,
  status: number,
  body: string,
): Promise<void> {
  await updateItem(key, {
    UpdateExpression: 'SET #state = :done, #status = :status, body = :body',
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#state': 'state', '#status': 'status', '#owner': 'owner' },
    ExpressionAttributeValues: { ':done': 'done', ':status': status, ':body': body, ':owner': record.owner },
  });
}

export async function releaseClaim(
  { key, record }: IdempotencyClaim,
  state: 'released' | 'unknown',
): Promise<void> {
  await updateItem(key, {
    UpdateExpression: 'SET #state = :state',
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#state': 'state', '#owner': 'owner' },
    ExpressionAttributeValues: { ':state': state, ':owner': record.owner },
  });
}

const stillAs = ({ owner, state }: IdempotencyRecord): Condition => ({
  expression: '#owner = :owner AND #state = :state',
  names: { '#owner': 'owner', '#state': 'state' },
  values: { ':owner': owner, ':state': state },
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
