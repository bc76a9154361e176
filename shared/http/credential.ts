import type { Credential } from '../ctx';
import { findCredentialOfKey, isApiKey } from '../domain/api-keys/authenticate';
import { findCredentialOfToken } from '../domain/api-keys/oauth';
import { hashOf } from '../domain/api-keys/hash';
import { ApiError } from '../errors';
import { takeAllowance } from './allowance';
import type { Step } from './step';

/**
 * 401 for a missing, unknown, revoked or expired credential. The credential and its allowance are asked for
 * in one round trip; the next step refuses what is over the allowance.
 */
export function authenticate(): Step {
  return {
    before: async ({ event }) => {
      const secret = bearer(event.header('authorization'));
      const hash = hashOf(secret);
      const [credential, used] = await Promise.all([findCredential(secret, hash), takeAllowance(hash)]);
      if (!credential) throw unauthorized('The API key or token is unknown, revoked or expired');
      event.credential = credential;
      event.allowance = { ...used, limit: credential.requestsPerMinute };
    },
  };
}

function bearer(header: string | undefined): string {
  const secret = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (!secret) throw unauthorized('Send "Authorization: Bearer <API_KEY>"');
  // What cannot be a credential costs no round trip, so that noise writes nothing.
  if (!isApiKey(secret) && !isJwt(secret)) throw unauthorized('The credential is not an API key or token');
  return secret;
}

const isJwt = (secret: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);

const findCredential = (secret: string, hash: string): Promise<Credential | undefined> =>
  isApiKey(secret) ? findCredentialOfKey(hash) : findCredentialOfToken(secret);

const unauthorized = (message: string) =>
  new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
