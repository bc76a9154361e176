import { createAutomation } from '../../../shared/domain/marketing/automations/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { readNewAutomation } from './read-automation';
import { automationRoutes } from './routes';
import { loadAutomationResponse } from './load-automation-response';

export const handler = endpoint(automationRoutes.createAutomation, async (ctx, { body }) =>
  created(await loadAutomationResponse(await createAutomation(ctx, readNewAutomation(body)))),
);
