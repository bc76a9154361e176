import { isUuid } from '../../db/cursor';
import { keys, type Key } from '../../db/keys';
import { getItem, queryAll, queryPage } from '../../db/table';
import type { ApiKey } from './record';

/** The key with this id, or undefined when the workspace has none. */
export async function findApiKey(workspaceId: string, id: string): Promise<ApiKey | undefined> {
  return isUuid(id) ? getItem<ApiKey>(keys.apiKey(workspaceId, id)) : undefined;
}

/** A page of keys, newest first, and the position to go on from; null at the end. */
export async function newestApiKeys(
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ apiKeys: ApiKey[]; next: string | null }> {
  const found: ApiKey[] = [];
  let from: Key | undefined;
  // Keys with long allowlists fill a page of the database before they fill ours.
  do {
    const page = await queryPage<ApiKey>({
      ...apiKeysOlderThan(workspaceId, before),
      Limit: limit + 1 - found.length,
      ...(from && { ExclusiveStartKey: { ...from } }),
    });
    found.push(...page.items);
    from = page.lastKey;
  } while (from && found.length <= limit);

  const apiKeys = found.slice(0, limit);
  return { apiKeys, next: found.length > limit ? (apiKeys.at(-1)?.id ?? null) : null };
}

/** Every key of the workspace, revoked ones too. */
export const allApiKeys = (workspaceId: string): Promise<ApiKey[]> =>
  queryAll<ApiKey>(apiKeysOlderThan(workspaceId, undefined));

const apiKeysOlderThan = (workspaceId: string, before: string | undefined) => ({
  ScanIndexForward: false,
  KeyConditionExpression: before ? 'pk = :pk AND sk < :before' : 'pk = :pk',
  ExpressionAttributeValues: { ':pk': keys.apiKey(workspaceId, '').pk, ...(before && { ':before': before }) },
});
