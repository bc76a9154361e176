import { sendCampaign } from '../../../shared/domain/marketing/campaigns/send';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { readTime } from './read-broadcast';
import { broadcastRoutes } from './routes';
import { loadBroadcastResponse } from './load-broadcast-response';

export const handler = endpoint(broadcastRoutes.sendBroadcast, async (ctx, { params, body }) =>
  accepted(
    await loadBroadcastResponse(await sendCampaign(ctx, params.id, () => readTime(body.read().scheduled_at))),
  ),
);
