import { createAutomation } from '../../../shared/domain/marketing/automations/create';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { readNewAutomation } from './read-automation';
import { automationRoutes } from './routes';
import { showAutomation } from './show-automation';

export const handler = endpoint(automationRoutes.createAutomation, async (ctx, { body }) =>
  created(await showAutomation(await createAutomation(ctx, readNewAutomation(body)))),
);
