import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { loadDecision } from '../../../shared/domain/marketing/campaigns/decision';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDecision } from './present';
import { broadcastRoutes } from './routes';

export const handler = endpoint(broadcastRoutes.getBroadcastDecision, async ({ workspaceId }, { params }) =>
  ok(presentDecision(await loadDecision(await expectCampaign(workspaceId, params.id)))),
);
