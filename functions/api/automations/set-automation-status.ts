import { setAutomationStatus } from '../../../shared/domain/marketing/automations/set-status';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { automationRoutes } from './routes';
import { loadAutomationResponse } from './load-automation-response';

export const handler = endpoint(automationRoutes.setAutomationStatus, async (ctx, { params, body }) =>
  ok(await loadAutomationResponse(await setAutomationStatus(ctx, params.id, body.status))),
);
