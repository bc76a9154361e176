import { answerErrors } from '../../../shared/http/answer-errors';
import { json } from '../../../shared/http/answers';
import { lambda } from '../../../shared/http/pipeline';
import { mcpRoutes } from './routes';

export const handler = lambda(mcpRoutes.refuseToolStream, [answerErrors()], () =>
  Promise.resolve(
    json(
      405,
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Send requests as POST' } },
      { Allow: 'POST' },
    ),
  ),
);
