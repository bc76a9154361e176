import { sendEmail } from '../../../shared/domain/sending/send';
import { accepted } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.sendEmail, async (ctx, { body }) =>
  accepted(await sendEmail(ctx, body)),
);
