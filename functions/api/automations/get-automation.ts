import { expectAutomation } from '../../../shared/domain/marketing/automations/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { loadAutomationResponse } from './load-automation-response';
import { automationRoutes } from './routes';

export const handler = endpoint(automationRoutes.getAutomation, async ({ workspaceId }, { params }) =>
  ok(await loadAutomationResponse(await expectAutomation(workspaceId, params.id))),
);
