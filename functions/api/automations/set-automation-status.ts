import { setStatus } from '../../../shared/domain/marketing/automations/set-status';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { automationRoutes } from './routes';
import { showAutomation } from './show-automation';

export const handler = endpoint(
  automationRoutes.setAutomationStatus,
  async ({ workspaceId }, { params, body }) =>
    ok(await showAutomation(await setStatus(workspaceId, params.id, body.status))),
);
