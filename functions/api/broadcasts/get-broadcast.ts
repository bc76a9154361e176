import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { broadcastRoutes } from './routes';
import { loadBroadcastResponse } from './load-broadcast-response';

export const handler = endpoint(broadcastRoutes.getBroadcast, async ({ workspaceId }, { params }) =>
  ok(await loadBroadcastResponse(await expectCampaign(workspaceId, params.id))),
);
