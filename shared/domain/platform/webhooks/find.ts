import { isUuid } from '../../../db/cursor';
import { feedSortKeyPrefix, keys } from '../../../db/keys';
import { readPage, type Page } from '../../../db/page';
import { partitionQuery, type Query } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Feed } from '../../../db/records/feeds';
import type { WebhookEndpoint } from '../../../db/records/webhooks';

export async function findWebhookEndpoint(
  workspaceId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  return isUuid(id) ? getItem(keys.webhookEndpoint(workspaceId, id)) : undefined;
}

/** Returns the endpoint with this id or throws 404. */
export async function expectWebhookEndpoint(workspaceId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findWebhookEndpoint(workspaceId, id);
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

/** A page of endpoints, newest first. */
export const listWebhookEndpoints = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<WebhookEndpoint>> =>
  readPage<WebhookEndpoint>(endpointsQuery(workspaceId, before), limit, ({ id }) => id);

export const listAllWebhookEndpoints = (workspaceId: string): Promise<WebhookEndpoint[]> =>
  queryAll<WebhookEndpoint>(endpointsQuery(workspaceId, undefined));

/** What may receive the events of a workspace. */
export interface Subscribers {
  endpoints: WebhookEndpoint[];
  feeds: Feed[];
}

export async function listSubscribers(workspaceId: string): Promise<Subscribers> {
  const { pk } = keys.webhookEndpoint(workspaceId, '');
  const found = await queryAll<WebhookEndpoint | Feed>(partitionQuery(pk, { descending: true }));
  return {
    endpoints: found.filter((item): item is typeof item & WebhookEndpoint => 'sealedSecret' in item),
    feeds: found.filter((item): item is typeof item & Feed => 'lastExpiredBatch' in item),
  };
}

/** The ids of endpoints sort before the feeds. */
const endpointsQuery = (workspaceId: string, before = feedSortKeyPrefix): Query =>
  partitionQuery(keys.webhookEndpoint(workspaceId, '').pk, { before, descending: true });
