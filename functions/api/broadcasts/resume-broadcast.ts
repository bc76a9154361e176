import { resumeCampaign } from '../../../shared/domain/marketing/campaigns/resume';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';
import { loadBroadcastResponse } from './load-broadcast-response';

export const handler = endpoint(broadcastRoutes.resumeBroadcast, async (ctx, { params }) =>
  accepted(await loadBroadcastResponse(await resumeCampaign(ctx, params.id))),
);
