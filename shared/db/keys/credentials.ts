import type { ApiKey, CredentialRecord } from '../records/api-keys';
import type { DailyCounter } from '../records/daily-counters';
import type { ResponsePiece, IdempotencyRecord } from '../records/idempotency';
import type { RequestCounter } from '../records/request-counters';
import { workspace, type Key } from './key';

/** API keys, and the records of the request pipeline. */
export const credentialKeys = {
  /** Which workspace does the API key with this SHA-256 belong to, and which permissions does the key have? */
  credential: (hash: string): Key<CredentialRecord> => ({ pk: `CREDENTIAL#${hash}`, sk: 'CREDENTIAL' }),
  /** How many requests did this credential make in this minute? */
  requestCount: (credential: string, minute: number): Key<RequestCounter> => ({
    pk: `ALLOWANCE#${credential}`,
    sk: `${minute}`,
  }),
  /** Which API keys does the workspace have, newest last? */
  apiKey: (ws: string, id: string): Key<ApiKey> => ({ pk: `${workspace(ws)}#API-KEYS`, sk: id }),
  /** How many recipients were charged to this API key on this UTC day? */
  dailyCap: (ws: string, apiKeyId: string, day: string): Key<DailyCounter> => ({
    pk: `${workspace(ws)}#DAILY-CAP#${apiKeyId}`,
    sk: day,
  }),
  /** What is the result of the request with this Idempotency-Key on this path? */
  idempotency: (ws: string, pathHash: string, keyHash: string): Key<IdempotencyRecord> => ({
    pk: `${workspace(ws)}#IDEMPOTENCY#${keyHash}`,
    sk: pathHash,
  }),
  /** What is the result of the request by this credential, which has a guardrail? */
  guardedIdempotency: (
    ws: string,
    credential: string,
    pathHash: string,
    keyHash: string,
  ): Key<IdempotencyRecord> => ({
    pk: `${workspace(ws)}#IDEMPOTENCY#${credential}#${keyHash}`,
    sk: pathHash,
  }),
  /** What is the content of this piece of a large stored response? */
  responsePiece: ({ pk, sk }: Key, leaseOwner: string, piece: number): Key<ResponsePiece> => ({
    pk,
    sk: `${sk}#${leaseOwner}#${piece}`,
  }),
};
