import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { listAllApiKeys } from './find';
import type { ApiKey } from '../../../db/records/api-keys';

const batchSize = 25;

/** Sets the number of requests per minute for every active key of the workspace. */
export async function setRateLimitOfAllKeys(workspaceId: string, requestsPerMinute: number): Promise<void> {
  const activeKeys = (await listAllApiKeys(workspaceId)).filter(({ revokedAt }) => revokedAt === null);
  for (let offset = 0; offset < activeKeys.length; offset += batchSize) {
    const batch = activeKeys.slice(offset, offset + batchSize);
    await Promise.all(batch.map((apiKey) => setKeyRateLimit(apiKey, requestsPerMinute)));
  }
}

export async function setKeyRateLimit({ hash }: ApiKey, requestsPerMinute: number): Promise<void> {
  await updateItem(keys.credential(hash), { set: { requestsPerMinute } }, ifPresent);
}
