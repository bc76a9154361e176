import type { Credential } from '../../../core/request-context';
import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';

/** The credential of the key with this SHA-256. A revoked key has none from the moment of its revocation. */
export async function findKeyCredential(hash: string): Promise<Credential | undefined> {
  const record = await getItem(keys.credential(hash));
  return record?.revokedAt ? undefined : record;
}

/** Records the time of use. An OAuth token has no such record. */
export async function recordApiKeyUse(workspaceId: string, id: string): Promise<void> {
  await updateItem(keys.apiKey(workspaceId, id), { set: { lastUsedAt: nowIso() } }, ifPresent);
}
