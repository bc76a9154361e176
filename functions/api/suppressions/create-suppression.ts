import { handleSuppression } from '../../../shared/domain/consent/consent-events';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSuppression } from './present';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.createSuppression, async ({ workspaceId }, { body }) => {
  const { email, ...settings } = body;
  const suppression = await handleSuppression(workspaceId, [email], settings);
  if (!suppression) throw new Error('The suppression returned no record');
  return created(presentSuppression(suppression));
});
