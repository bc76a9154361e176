import { resumeCampaign } from '../../../shared/domain/marketing/campaigns/resume';
import { accepted } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';
import { showBroadcast } from './show-broadcast';

export const handler = endpoint(broadcastRoutes.resumeBroadcast, async (ctx, { params }) =>
  accepted(await showBroadcast(await resumeCampaign(ctx, params.id))),
);
