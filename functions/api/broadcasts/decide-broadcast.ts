import { decideCampaign } from '../../../shared/domain/marketing/campaigns/decide';
import { accepted } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';
import { showBroadcast } from './show-broadcast';

export const handler = endpoint(broadcastRoutes.decideBroadcast, async (ctx, { params, body }) =>
  accepted(await showBroadcast(await decideCampaign(ctx, params.id, () => body.read().variant ?? undefined))),
);
