import { errorHandler } from '../../../shared/http/error-handler';
import { json } from '../../../shared/http/responses';
import { lambdaHandler } from '../../../shared/http/pipeline';
import { mcpRoutes } from './routes';

export const handler = lambdaHandler(mcpRoutes.refuseToolStream, [errorHandler()], () =>
  Promise.resolve(
    json(
      405,
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Send requests as POST' } },
      { Allow: 'POST' },
    ),
  ),
);
