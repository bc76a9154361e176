import { encodeCursor } from '../../../shared/db/cursor';
import { loadCampaignStats } from '../../../shared/domain/marketing/campaigns/stats';
import { listCampaigns } from '../../../shared/domain/marketing/campaigns/find';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentBroadcastRow } from './present';
import { broadcastRoutes } from './routes';

export const handler = endpoint(
  broadcastRoutes.listBroadcasts,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await listCampaigns(workspaceId, { before, limit });
    const countsFor = await loadCampaignStats(records);
    const rows = records.map((campaign) => presentBroadcastRow(campaign, countsFor(campaign)));
    return ok(pagedList(rows, next && encodeCursor(next)));
  },
);
