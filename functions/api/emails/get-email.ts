import { findEmailWithEvents } from '../../../shared/domain/tracking/timeline';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentEmailWithEvents } from './present';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmail, async (ctx, { params }) => {
  const found = await findEmailWithEvents(ctx, params.id);
  if (!found) throw notFound('email');
  return ok(presentEmailWithEvents(found.email, found.events));
});
