import { expectOwnWorkspace } from '../../../shared/domain/platform/workspaces/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { now } from '../../../shared/core/time';
import { presentUsage } from './present';
import { usageRoutes } from './routes';

export const handler = endpoint(usageRoutes.getUsage, async ({ workspaceId }) =>
  ok(presentUsage(await expectOwnWorkspace(workspaceId), now())),
);
