import { JwtVerifier } from 'aws-jwt-verify';
import { JwtBaseError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';

const issuer = process.env.OAUTH_ISSUER;

/** Fetches the issuer's keys. Also allows plain HTTP, which an issuer on the same machine uses. */
const fetcher = {
  fetch: async (uri: string) => {
    const response = await fetch(uri, { signal: AbortSignal.timeout(3_000) });
    if (!response.ok) throw new Error(`${uri} responded with ${response.status}`);
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
 * Returns the claims of a valid token from the configured issuer, or undefined for any other token. Throws if the
 * issuer's keys cannot be fetched, because the validity of the token is then unknown.
 */
export async function verifyToken(token: string): Promise<Record<string, unknown> | undefined> {
  try {
    return await verifier?.verify(token);
  } catch (error) {
    if (error instanceof JwtBaseError) return undefined;
    throw error;
  }
}
