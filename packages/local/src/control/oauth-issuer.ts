import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { z } from 'zod';

const alg = 'RS256';
const kid = 'local';
export const audience = 'carrier-nest';

const PrivateKey = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

/** The runtime's own OAuth issuer. The data folder contains the signing key. */
export class Issuer {
  private constructor(
    /** The issuer's URL, under which its keys are served. */
    readonly url: string,
    private readonly jwk: z.infer<typeof PrivateKey>,
  ) {}

  static async open(file: string, url: string): Promise<Issuer> {
    if (!existsSync(file)) await writeNewKey(file);
    return new Issuer(url, PrivateKey.parse(JSON.parse(readFileSync(file, 'utf8'))));
  }

  get jwksUri(): string {
    return `${this.url}/.well-known/jwks.json`;
  }

  /** The public key. */
  jwks() {
    const { kty, n, e } = this.jwk;
    return { keys: [{ kty, n, e, alg, kid, use: 'sig' }] };
  }

  /** Issues an access token for the workspace. The token is valid for one hour by the runtime's clock. */
  async issueToken(workspaceId: string, scopes: readonly string[], now: number): Promise<string> {
    const seconds = Math.floor(now / 1000);
    return new SignJWT({ scope: scopes.join(' '), workspace_id: workspaceId })
      .setProtectedHeader({ alg, kid })
      .setIssuer(this.url)
      .setAudience(audience)
      .setSubject(`local-${workspaceId}`)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3_600)
      .sign(await importJWK(this.jwk, alg));
  }
}

async function writeNewKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600 });
}
