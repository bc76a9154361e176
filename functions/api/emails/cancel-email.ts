import { cancelEmail } from '../../../shared/domain/emails/cancel';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.cancelEmail, async ({ workspaceId }, { params: { id = '' } }) => {
  const { id: emailId, status } = await cancelEmail(workspaceId, id);
  return ok({ id: emailId, status });
});
