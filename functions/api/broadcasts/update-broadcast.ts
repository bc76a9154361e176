import { updateCampaign } from '../../../shared/domain/marketing/campaigns/update';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { readBroadcastUpdate } from './read-broadcast';
import { broadcastRoutes } from './routes';
import { loadBroadcastResponse } from './load-broadcast-response';

export const handler = endpoint(broadcastRoutes.updateBroadcast, async (ctx, { params, body }) =>
  ok(await loadBroadcastResponse(await updateCampaign(ctx, params.id, readBroadcastUpdate(body)))),
);
