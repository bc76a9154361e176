import type { Credential } from '../../../core/request-context';
import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';

/** Finds the credential of the key with this SHA-256. Returns undefined if the key is unknown or revoked. */
export async function findKeyCredential(hash: string): Promise<Credential | undefined> {
  const record = await getItem(keys.credential(hash));
  return record?.revokedAt ? undefined : record;
}

/** Records when the key was used. Has no effect for an OAuth token, which has no key record. */
export async function recordApiKeyUse(workspaceId: string, id: string): Promise<void> {
  await updateItem(keys.apiKey(workspaceId, id), { set: { lastUsedAt: nowIso() } }, ifPresent);
}
