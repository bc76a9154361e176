import { enableInbound } from '../../../shared/domain/platform/feeds/create';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { inboundRoutes } from './routes';

export const handler = endpoint(inboundRoutes.enableInbound, async ({ workspaceId }) => {
  const { createdAt } = await enableInbound(workspaceId);
  return ok({ enabled_at: createdAt });
});
