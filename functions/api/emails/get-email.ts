import { findWithEvents } from '../../../shared/domain/emails/find';
import { presentEmailWithEvents } from '../../../shared/domain/emails/present';
import { notFound } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmail, async ({ workspaceId }, { params: { id = '' } }) => {
  const found = await findWithEvents(workspaceId, id);
  if (!found) throw notFound('email');
  return ok(presentEmailWithEvents(found.email, found.events));
});
