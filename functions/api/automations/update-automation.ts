import { updateAutomation } from '../../../shared/domain/marketing/automations/update';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { readAutomationChanges } from './read-automation';
import { automationRoutes } from './routes';
import { loadAutomationResponse } from './load-automation-response';

export const handler = endpoint(automationRoutes.updateAutomation, async (ctx, { params, body }) => {
  const readChanges = () => readAutomationChanges(body.read());
  return ok(await loadAutomationResponse(await updateAutomation(ctx, params.id, readChanges)));
});
