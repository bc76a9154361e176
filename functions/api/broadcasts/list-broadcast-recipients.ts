import { isUuid } from '../../../shared/db/cursor';
import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { listCampaignMessages } from '../../../shared/domain/marketing/campaigns/list-messages';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentRecipient } from './present';
import { broadcastRoutes } from './routes';

export const handler = endpoint(
  broadcastRoutes.listBroadcastRecipients,
  async ({ workspaceId }, { params, query: { cursor, after, limit } }) => {
    const campaign = await expectCampaign(workspaceId, params.id);
    const position = cursor ?? after;
    const { records, next } = await listCampaignMessages(campaign, {
      after: position !== undefined && isUuid(position) ? position : undefined,
      limit,
    });
    return ok(pagedList(records.map(presentRecipient), next));
  },
);
