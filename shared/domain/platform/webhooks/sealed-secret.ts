import { decrypt, encrypt } from '../../../aws/webhook-secrets';

interface SecretOwner {
  workspaceId: string;
  endpointId: string;
}

/** Encrypts the secret for the table. The result can be decrypted only for this endpoint. */
export const sealSecret = (secret: string, { workspaceId, endpointId }: SecretOwner): Promise<string> =>
  encrypt(secret, { workspace_id: workspaceId, endpoint_id: endpointId });

/** Secrets that this function instance has decrypted, by their encrypted form. */
const secretCache = new Map<string, string>();
const secretCacheMax = 1_000;

export async function openSecret(
  sealedSecret: string,
  { workspaceId, endpointId }: SecretOwner,
): Promise<string> {
  const cached = secretCache.get(sealedSecret);
  if (cached !== undefined) return cached;
  const secret = await decrypt(sealedSecret, { workspace_id: workspaceId, endpoint_id: endpointId });
  if (secretCache.size >= secretCacheMax) secretCache.clear();
  secretCache.set(sealedSecret, secret);
  return secret;
}
