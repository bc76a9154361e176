import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { readPage, type Page } from '../../../db/page';
import { partitionQuery, type Query } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import type { ApiKey } from '../../../db/records/api-keys';

/** Returns the workspace's key with this id, or undefined. */
export async function findApiKey(workspaceId: string, id: string): Promise<ApiKey | undefined> {
  return isUuid(id) ? getItem(keys.apiKey(workspaceId, id)) : undefined;
}

/** A page of keys, newest first. */
export const listApiKeys = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<ApiKey>> => readPage<ApiKey>(apiKeysQuery(workspaceId, before), limit, ({ id }) => id);

/** Lists every key of the workspace, including revoked keys. */
export const listAllApiKeys = (workspaceId: string): Promise<ApiKey[]> =>
  queryAll<ApiKey>(apiKeysQuery(workspaceId, undefined));

const apiKeysQuery = (workspaceId: string, before: string | undefined): Query =>
  partitionQuery(keys.apiKey(workspaceId, '').pk, { before, descending: true });
