import { sendBatch } from '../../../shared/domain/send/send-batch';
import { accepted, multiStatus } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentBatch } from './present';
import { readBatch } from './read-batch';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.sendBatch, async (ctx, { body }) => {
  const response = presentBatch(await sendBatch(ctx, readBatch(body.raw)));
  return response.failed > 0 ? multiStatus(response) : accepted(response);
});
