import { JwtVerifier } from 'aws-jwt-verify';
import { JwtBaseError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';

const issuer = process.env.OAUTH_ISSUER;

/** Follows the configured address, also where that is plain HTTP, as an issuer on the same machine is. */
const fetcher = {
  fetch: async (uri: string) => {
    const response = await fetch(uri, { signal: AbortSignal.timeout(3_000) });
    if (!response.ok) throw new Error(`${uri} answers ${response.status}`);
    return response.arrayBuffer();
  },
};

const verifier = issuer
  ? JwtVerifier.create(
      { issuer, audience: process.env.OAUTH_AUDIENCE || null, jwksUri: process.env.OAUTH_JWKS_URI },
      { jwksCache: new SimpleJwksCache({ fetcher }) },
    )
  : undefined;

/**
 * The claims of a valid token of the configured issuer; undefined for any other token. Throws when the
 * issuer's keys cannot be had: whether the token is valid is then unknown.
 */
export async function verifyToken(token: string): Promise<Record<string, unknown> | undefined> {
  try {
    return await verifier?.verify(token);
  } catch (error) {
    if (error instanceof JwtBaseError) return undefined;
    throw error;
  }
}
