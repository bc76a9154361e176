import type { Credential } from '../core/ctx';
import { findCredentialOfKey } from '../domain/platform/api-keys/authenticate';
import { isApiKey, keyPrefix } from '../domain/platform/api-keys/key-prefix';
import { claimsOf, findCredentialOfToken } from '../domain/platform/api-keys/oauth';
import { hashOf } from '../domain/platform/api-keys/hash';
import { findCredentialOfSession, findSession } from '../domain/platform/users/session';
import { unauthorized } from '../core/errors';
import { takeAllowance, type Used } from './allowance';
import type { ApiRequest } from './request';
import { sessionIn, type SessionRequest } from './session';
import type { Step } from './step';

/**
 * 401 for a missing, unknown, revoked or expired credential, which writes nothing. What is counted here is refused by
 * the next step where it is too much.
 */
export function authenticate(): Step {
  return {
    before: async ({ event }) => {
      const { credential, used } = await identify(event, counterFor(event));
      event.credential = credential;
      event.allowance = { ...used, limit: credential.requestsPerMinute };
    },
  };
}

function identify(event: ApiRequest, count: Count): Promise<Identified> {
  const session = sessionIn(event);
  if (session) return identifySession(session, count);
  const secret = bearer(event.header('authorization'));
  return isApiKey(secret) ? identifyKey(secret, count) : identifyToken(secret, count);
}

type Count = (credentialHash: string) => Promise<Used>;

/** A body that was announced has been counted then. Its credential is looked up again: it may have been revoked. */
function counterFor({ parkedBody }: ApiRequest): Count {
  const counted = parkedBody?.admission.allowance;
  return counted ? () => Promise.resolve(counted) : takeAllowance;
}

function bearer(header: string | undefined): string {
  const secret = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (!secret) throw unauthorized('Send "Authorization: Bearer <API_KEY>"');
  // What cannot be a credential costs no round trip, so that noise writes nothing.
  if (!isApiKey(secret) && !isJwt(secret))
    throw unauthorized(`The credential is not an API key or token: a key begins with ${keyPrefix}`);
  return secret;
}

const isJwt = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);

interface Identified {
  credential: Credential;
  used: Used;
}

/** Keys that this instance has met: they are read and counted in one round trip, others only counted once they are known. */
const met = new Set<string>();
const metMax = 10_000;

async function identifyKey(secret: string, count: Count): Promise<Identified> {
  const hash = hashOf(secret);
  const [found, counted] = await Promise.all([
    findCredentialOfKey(hash),
    met.has(hash) ? count(hash) : undefined,
  ]);
  const credential = expectKnown(found);
  if (met.size < metMax) met.add(hash);
  return { credential, used: counted ?? (await count(hash)) };
}

/** All tokens of somebody in a workspace share an allowance: it is not for a new token to give a new one. */
async function identifyToken(token: string, count: Count): Promise<Identified> {
  const claims = expectKnown(await claimsOf(token));
  const [found, used] = await Promise.all([
    findCredentialOfToken(claims),
    count(hashOf(`${claims.workspaceId} ${claims.subject}`)),
  ]);
  return { credential: expectKnown(found), used };
}

/** All sessions of somebody in a workspace share an allowance. */
async function identifySession({ secret, workspaceId }: SessionRequest, count: Count): Promise<Identified> {
  const session = await findSession(secret);
  const credential = session && (await findCredentialOfSession(session, workspaceId));
  if (!credential) throw unauthorized('The session has ended, or has this workspace no more: sign in again');
  return { credential, used: await count(hashOf(`${workspaceId} ${credential.id}`)) };
}

function expectKnown<T>(found: T | undefined): T {
  if (found) return found;
  throw unauthorized('The API key or token is unknown, revoked or expired');
}
