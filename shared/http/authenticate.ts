import type { Credential } from '../core/request-context';
import { findKeyCredential } from '../domain/platform/api-keys/find-credential';
import { hasApiKeyFormat, keyPrefix } from '../domain/platform/api-keys/key-prefix';
import { verifyAccessToken, findTokenCredential } from '../domain/platform/api-keys/oauth';
import { sha256Hex } from '../domain/platform/api-keys/sha256';
import { findSessionCredential, findSession } from '../domain/platform/users/session';
import { unauthorized } from '../core/errors';
import { countRequest, type RequestCount } from './rate-limit';
import type { ApiRequest } from './request';
import { readSession, type SessionCredentials } from './session';
import type { Middleware } from './step';

/**
 * Identifies the caller and counts the request. If the credential is missing, unknown, revoked or expired, responds
 * with 401. A request with an unknown credential writes nothing. The next step enforces the rate limit.
 */
export function authenticate(): Middleware {
  return {
    before: async ({ event }) => {
      const { credential, requestCount } = await identifyCredential(event, counterFor(event));
      event.credential = credential;
      event.rateLimit = { ...requestCount, limit: credential.requestsPerMinute };
    },
  };
}

function identifyCredential(event: ApiRequest, countRequest: CountRequest): Promise<IdentifiedCredential> {
  const session = readSession(event);
  if (session) return identifySession(session, countRequest);
  const secret = bearerToken(event.header('authorization'));
  return hasApiKeyFormat(secret) ? identifyKey(secret, countRequest) : identifyToken(secret, countRequest);
}

type CountRequest = (credentialHash: string) => Promise<RequestCount>;

/**
 * Returns the function that counts the request. A request with a parked body was already counted when the body was
 * announced. Its credential is read again, because the credential may have been revoked in the meantime.
 */
function counterFor({ parkedBody }: ApiRequest): CountRequest {
  const counted = parkedBody?.admission.rateLimit;
  return counted ? () => Promise.resolve(counted) : countRequest;
}

function bearerToken(header: string | undefined): string {
  const secret = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (!secret)
    throw unauthorized('The request has no API key or token. Send "Authorization: Bearer <API_KEY>"');
  // Refuse a string that cannot be a credential, to save a call to DynamoDB.
  if (!hasApiKeyFormat(secret) && !isJwt(secret))
    throw unauthorized(
      `The credential is not an API key or token. An API key is ${keyPrefix} followed by at least 20 letters and digits`,
    );
  return secret;
}

const isJwt = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);

interface IdentifiedCredential {
  credential: Credential;
  requestCount: RequestCount;
}

/**
 * Keys that this instance has already found. For a known key, the instance reads the key and counts the request in
 * parallel. For other keys, it counts the request only after it has found the key.
 */
const knownKeyHashes = new Set<string>();
const knownKeyHashesMax = 10_000;

async function identifyKey(secret: string, countRequest: CountRequest): Promise<IdentifiedCredential> {
  const hash = sha256Hex(secret);
  const [found, counted] = await Promise.all([
    findKeyCredential(hash),
    knownKeyHashes.has(hash) ? countRequest(hash) : undefined,
  ]);
  const credential = expectCredential(found);
  if (knownKeyHashes.size < knownKeyHashesMax) knownKeyHashes.add(hash);
  return { credential, requestCount: counted ?? (await countRequest(hash)) };
}

/** All tokens of a subject in a workspace share one rate limit, so a new token does not reset the limit. */
async function identifyToken(token: string, countRequest: CountRequest): Promise<IdentifiedCredential> {
  const claims = expectCredential(await verifyAccessToken(token));
  const [found, requestCount] = await Promise.all([
    findTokenCredential(claims),
    countRequest(sha256Hex(`${claims.workspaceId} ${claims.subject}`)),
  ]);
  return { credential: expectCredential(found), requestCount };
}

/** All sessions of a user in a workspace share one rate limit. */
async function identifySession(
  { secret, workspaceId }: SessionCredentials,
  countRequest: CountRequest,
): Promise<IdentifiedCredential> {
  const session = await findSession(secret);
  const credential = session && (await findSessionCredential(session, workspaceId));
  if (!credential)
    throw unauthorized('The session has expired or no longer has access to this workspace. Sign in again');
  return { credential, requestCount: await countRequest(sha256Hex(`${workspaceId} ${credential.id}`)) };
}

function expectCredential<T>(found: T | undefined): T {
  if (found) return found;
  throw unauthorized('The API key or token is unknown, revoked or expired. Send a valid API key or token');
}
