import { findContentIfPresent } from '../../../shared/domain/send/emails/content';
import { findVisibleEmail } from '../../../shared/domain/send/emails/find';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentEmailContent } from './present-content';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmailContent, async (ctx, { params }) => {
  const email = await findVisibleEmail(ctx, params.id);
  if (!email) throw notFound('email');
  return ok(presentEmailContent(email, await findContentIfPresent(ctx.workspaceId, email.id)));
});
