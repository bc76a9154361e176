import { decrypt, encrypt } from '../../../aws/webhook-secrets';

interface Owner {
  workspaceId: string;
  endpointId: string;
}

/** The secret for the table, of no use to who reads it there. It opens only as this endpoint's. */
export const sealSecret = (secret: string, { workspaceId, endpointId }: Owner): Promise<string> =>
  encrypt(secret, { workspace_id: workspaceId, endpoint_id: endpointId });

/** Secrets that this function instance has opened, by what they were sealed to. */
const opened = new Map<string, string>();
const openedMax = 1_000;

export async function openSecret(sealed: string, { workspaceId, endpointId }: Owner): Promise<string> {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const secret = await decrypt(sealed, { workspace_id: workspaceId, endpoint_id: endpointId });
  if (opened.size >= openedMax) opened.clear();
  opened.set(sealed, secret);
  return secret;
}
