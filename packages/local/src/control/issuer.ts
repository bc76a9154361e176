import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';

const alg = 'RS256';
const kid = 'local';
export const audience = 'carrier-nest';

/** The runtime's own OAuth issuer. Its key stays in the data folder. Its tokens are like those of a real issuer. */
export class Issuer {
  private constructor(
    /** Where the issuer's keys are served. */
    readonly url: string,
    private readonly jwk: JWK,
  ) {}

  static async open(file: string, url: string): Promise<Issuer> {
    if (!existsSync(file)) await writeNewKey(file);
    return new Issuer(url, JSON.parse(readFileSync(file, 'utf8')) as JWK);
  }

  get jwksUri(): string {
    return `${this.url}/.well-known/jwks.json`;
  }

  /** The public half. */
  jwks() {
    const { kty, n, e } = this.jwk;
    return { keys: [{ kty, n, e, alg, kid, use: 'sig' }] };
  }

  /** An access token for the workspace, good for an hour of the runtime's clock. */
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
