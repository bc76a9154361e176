import { cancelEmail } from '../../../shared/domain/send/emails/cancel';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.cancelEmail, async (ctx, { params }) => {
  const { id } = await cancelEmail(ctx, params.id);
  return ok({ id, status: 'canceled' as const });
});
