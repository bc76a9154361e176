import { sendBatch } from '../../../shared/domain/send/batch';
import { accepted, partly } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentBatch } from './present';
import { readBatch } from './read-batch';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.sendBatch, async (ctx, { body }) => {
  const answer = presentBatch(await sendBatch(ctx, readBatch(body.given)));
  return answer.failed > 0 ? partly(answer) : accepted(answer);
});
