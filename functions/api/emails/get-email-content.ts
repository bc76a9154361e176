import { findContentIfPresent } from '../../../shared/domain/send/emails/content';
import { findEmail } from '../../../shared/domain/send/emails/find';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentEmailContent } from './present-content';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmailContent, async ({ workspaceId }, { params }) => {
  const email = await findEmail(workspaceId, params.id);
  if (!email) throw notFound('email');
  return ok(presentEmailContent(email, await findContentIfPresent(workspaceId, email.id)));
});
