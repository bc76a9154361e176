import { saveTemplate } from '../../../shared/domain/platform/templates/save';
import { created, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTemplate } from './present';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.saveTemplate, async (ctx, { body }) => {
  const { template, isNew } = await saveTemplate(ctx, body.read);
  return isNew ? created(presentTemplate(template)) : ok(presentTemplate(template));
});
