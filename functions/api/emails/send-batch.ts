import { sendBatch } from '../../../shared/domain/send/send-batch';
import { accepted, multiStatus } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentBatch } from './present';
import { readBatch } from './read-batch';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.sendBatch, async (ctx, { body }) => {
  const answer = presentBatch(await sendBatch(ctx, readBatch(body.raw)));
  return answer.failed > 0 ? multiStatus(answer) : accepted(answer);
});
