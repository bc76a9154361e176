import { deleteCampaign } from '../../../shared/domain/marketing/campaigns/delete';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';

export const handler = endpoint(broadcastRoutes.deleteBroadcast, async (ctx, { params }) => {
  const id = await deleteCampaign(ctx, params.id);
  return ok({ id, deleted: true });
});
