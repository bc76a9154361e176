import type { IdempotencyRecord } from '../db/records/idempotency';
import { ApiError, invalidRequest } from '../core/errors';
import { isObject } from '../core/is-object';
import { logger } from '../core/logger';
import { now } from '../core/time';
import { addRateLimitHeaders } from './error-handler';
import { type HttpResponse } from './responses';
import {
  claimIfFree,
  finishClaim,
  newClaim,
  readClaimRecord,
  releaseClaim,
  readStoredBody,
  takeOverClaim,
  type IdempotencyClaim,
} from './idempotency-record';
import type { ApiRequest } from './request';
import type { Route } from './route';
import type { Middleware } from './step';

const keyLengthMax = 255;
const waitMsMax = 8_000;
const pollMs = 200;

/**
 * Claims the Idempotency-Key of the request. If the key was used with a different body, responds with 422. If the first
 * request has ended, responds with its stored response. If the first request is still running after 8 seconds, responds
 * with 409 (I-6 to I-9).
 */
export function claimIdempotencyKey(): Middleware {
  return {
    needsBody: true,
    before: async (request) => {
      const claim = await buildClaim(request.event);
      if (!claim) return undefined;
      const stored = await claimOrWait(request.event, claim);
      if (stored)
        return addRateLimitHeaders(request, replayResponse(stored, await readStoredBody(claim, stored)));
      request.event.claim = claim;
      return undefined;
    },
    after: async ({ event, response }) => {
      if (event.claim && response) await storeResponse(event, event.claim, response);
    },
    onError: async ({ event, error }) => {
      if (event.claim)
        await logWriteFailure(releaseClaim(event.claim, isOutcomeUnknown(error) ? 'unknown' : 'released'));
    },
  };
}

async function buildClaim(event: ApiRequest): Promise<IdempotencyClaim | undefined> {
  const key = event.header('idempotency-key');
  if (key === undefined || !event.credential) return undefined;
  if (key.length < 1 || key.length > keyLengthMax) {
    throw invalidRequest(`Idempotency-Key must have 1 to ${keyLengthMax} characters, not ${key.length}`);
  }
  return newClaim(event.credential, canonicalPath(event), key, event.body);
}

/**
 * Returns the path in the route's spelling, so that a trailing slash or an escape in the client's path makes no
 * difference.
 */
const canonicalPath = ({ route, params }: ApiRequest): string =>
  route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

/** Claims the key, or returns the record with the response to replay. */
async function claimOrWait(
  event: ApiRequest,
  claim: IdempotencyClaim,
): Promise<IdempotencyRecord | undefined> {
  const deadline = now() + waitMsMax;
  let existing = await claimIfFree(claim);
  while (existing) {
    refuseBeforeLimit(existing, claim);
    if (existing.state === 'done') return refuseOtherBody(existing, claim);
    if (isAbandoned(existing)) {
      if (await takeOverClaim(inheritOperation(claim, existing), existing)) break;
    } else {
      refuseOtherBody(existing, claim);
      if (now() >= deadline) throw stillRunningError();
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    existing = (await readClaimRecord(claim)) ?? (await claimIfFree(claim));
  }
  event.operation = {
    id: claim.record.operationId,
    isRetry: existing?.operationId === claim.record.operationId,
  };
  return undefined;
}

const isAbandoned = ({ state, leaseUntil }: IdempotencyRecord): boolean =>
  state === 'released' || state === 'unknown' || leaseUntil <= now();

/**
 * Takes over the operation id of a crashed attempt, which may already have completed its work. With this id, a retry of
 * the same request finds the work instead of repeating it.
 */
function inheritOperation(claim: IdempotencyClaim, previous: IdempotencyRecord): IdempotencyClaim {
  if (previous.state !== 'released' && previous.bodyHash === claim.record.bodyHash) {
    claim.record.operationId = previous.operationId;
  }
  return claim;
}

/** The outcome of an attempt may show records that the credential no longer sees (IB-28). */
function refuseBeforeLimit(existing: IdempotencyRecord, { record: { inboxId } }: IdempotencyClaim): void {
  if (inboxId === undefined || existing.inboxId === inboxId || existing.state === 'released') return;
  throw new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was used before the API key was limited to its inbox. Use a new Idempotency-Key',
  );
}

function refuseOtherBody(existing: IdempotencyRecord, claim: IdempotencyClaim): IdempotencyRecord {
  if (existing.bodyHash === claim.record.bodyHash) return existing;
  throw new ApiError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with a different body. Use a new key',
  );
}

const stillRunningError = () =>
  new ApiError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Retry later with the same key',
  );

const replayResponse = ({ status }: IdempotencyRecord, body: string): HttpResponse => ({
  statusCode: status ?? 200,
  headers: { 'Content-Type': 'application/json', 'Idempotent-Replay': 'true' },
  body,
});

/** Stores only responses with a status below 400 that contain no secret. */
async function storeResponse(
  { route }: ApiRequest,
  claim: IdempotencyClaim,
  response: HttpResponse,
): Promise<void> {
  const body = response.statusCode < 400 ? withoutSecret(route, String(response.body)) : undefined;
  await logWriteFailure(
    body === undefined ? releaseClaim(claim, 'released') : finishClaim(claim, response.statusCode, body),
  );
}

/** Returns the body without its secret, or undefined if it may not be stored. */
function withoutSecret({ unstored }: Route, body: string): string | undefined {
  if (unstored === 'response') return undefined;
  const fields: unknown = unstored && JSON.parse(body);
  return unstored && isObject(fields) && Object.hasOwn(fields, unstored.field)
    ? JSON.stringify({ ...fields, [unstored.field]: null })
    : body;
}

const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiError) || error.outcomeUnknown;

/**
 * Logs a failed write instead of throwing, because the work of the request is done. A retry can claim the key once the
 * lease ends.
 */
async function logWriteFailure(write: Promise<void>): Promise<void> {
  await write.catch((error: unknown) => {
    logger.error('could not write the idempotency record', { error });
  });
}
