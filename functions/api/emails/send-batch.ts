import { sendBatch } from '../../../shared/domain/sending/send-batch';
import { accepted, partly } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.sendBatch, async (ctx, { body }) => {
  const result = await sendBatch(ctx, body);
  return result.failed > 0 ? partly(result) : accepted(result);
});
