import { isUuid } from '../../../shared/db/cursor';
import { expectCampaign } from '../../../shared/domain/marketing/campaigns/find';
import { messagesOf } from '../../../shared/domain/marketing/campaigns/recipients';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentRecipient } from './present';
import { broadcastRoutes } from './routes';

export const handler = endpoint(
  broadcastRoutes.listBroadcastRecipients,
  async ({ workspaceId }, { params, query: { cursor, after, limit } }) => {
    const campaign = await expectCampaign(workspaceId, params.id);
    const position = cursor ?? after;
    const { records, next } = await messagesOf(campaign, {
      after: position !== undefined && isUuid(position) ? position : undefined,
      limit,
    });
    return ok(list(records.map(presentRecipient), next));
  },
);
