import { encodeCursor } from '../../../shared/db/cursor';
import { figuresOf } from '../../../shared/domain/marketing/campaigns/figures';
import { newestCampaigns } from '../../../shared/domain/marketing/campaigns/find';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentBroadcastRow } from './present';
import { broadcastRoutes } from './routes';

export const handler = endpoint(
  broadcastRoutes.listBroadcasts,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await newestCampaigns(workspaceId, { before, limit });
    const figures = await figuresOf(records);
    const rows = records.map((campaign) => presentBroadcastRow(campaign, figures(campaign)));
    return ok(list(rows, next && encodeCursor(next)));
  },
);
