import { errorHandler } from '../../shared/http/error-handler';
import { lambdaHandler } from '../../shared/http/pipeline';
import { dashboardRoutes } from './routes';

/** By a path from here: what stands before `/app`, a stage for one, is not this function's to know. */
export const handler = lambdaHandler(dashboardRoutes.redirectToDashboard, [errorHandler()], ({ path }) =>
  Promise.resolve({
    statusCode: 302,
    headers: { Location: path.endsWith('/') ? 'log' : 'app/log', 'Cache-Control': 'no-store' },
    body: '',
  }),
);
