import { suppressed } from '../../../shared/domain/consent/happenings';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSuppression } from './present';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.createSuppression, async ({ workspaceId }, { body }) => {
  const { email, ...wanted } = body;
  const suppression = await suppressed(workspaceId, [email], wanted);
  if (!suppression) throw new Error('An address was suppressed without a row');
  return created(presentSuppression(suppression));
});
