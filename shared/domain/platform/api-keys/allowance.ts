import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { allApiKeys } from './find';
import type { ApiKey } from '../../../db/records/api-keys';

const atOnceMax = 25;

/** Lets every working key of the workspace make so many requests a minute. */
export async function setAllowanceOfAll(workspaceId: string, requestsPerMinute: number): Promise<void> {
  const working = (await allApiKeys(workspaceId)).filter(({ revokedAt }) => revokedAt === null);
  for (let done = 0; done < working.length; done += atOnceMax) {
    const part = working.slice(done, done + atOnceMax);
    await Promise.all(part.map((apiKey) => setAllowance(apiKey, requestsPerMinute)));
  }
}

export async function setAllowance({ hash }: ApiKey, requestsPerMinute: number): Promise<void> {
  await updateItem(keys.credential(hash), { set: { requestsPerMinute } }, ifPresent);
}
