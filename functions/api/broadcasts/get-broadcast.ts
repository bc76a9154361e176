import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';
import { showBroadcast } from './show-broadcast';

export const handler = endpoint(broadcastRoutes.getBroadcast, async ({ workspaceId }, { params }) =>
  ok(await showBroadcast(await expectCampaign(workspaceId, params.id))),
);
