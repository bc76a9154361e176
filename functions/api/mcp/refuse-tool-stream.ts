import { answerErrors } from '../../../shared/http/answer-errors';
import { json } from '../../../shared/http/answers';
import { lambdaHandler } from '../../../shared/http/pipeline';
import { mcpRoutes } from './routes';

export const handler = lambdaHandler(mcpRoutes.refuseToolStream, [answerErrors()], () =>
  Promise.resolve(
    json(
      405,
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Send requests as POST' } },
      { Allow: 'POST' },
    ),
  ),
);
