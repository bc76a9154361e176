import { eventsOfEmail, findEmail } from '../../../shared/domain/emails/find';
import { presentEmailWithEvents } from '../../../shared/domain/emails/present';
import { notFound } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmail, async ({ workspaceId }, { params: { id = '' } }) => {
  const [email, events] = await Promise.all([findEmail(workspaceId, id), eventsOfEmail(workspaceId, id)]);
  if (!email) throw notFound('email');
  return ok(presentEmailWithEvents(email, events));
});
