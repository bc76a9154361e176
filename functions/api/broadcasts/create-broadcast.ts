import { createCampaign } from '../../../shared/domain/marketing/campaigns/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentBroadcast } from './present';
import { readNewBroadcast } from './read-broadcast';
import { broadcastRoutes } from './routes';

export const handler = endpoint(broadcastRoutes.createBroadcast, async (ctx, { body }) => {
  const newCampaign = readNewBroadcast(body);
  return created(presentBroadcast(await createCampaign(ctx, newCampaign), {}, newCampaign.html));
});
