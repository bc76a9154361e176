import { errorHandler } from '../../shared/http/error-handler';
import { lambdaHandler } from '../../shared/http/pipeline';
import { dashboardRoutes } from './routes';

/** Redirects to a relative path, because the request does not contain what precedes `/app`, such as a stage. */
export const handler = lambdaHandler(dashboardRoutes.redirectToDashboard, [errorHandler()], ({ path }) =>
  Promise.resolve({
    statusCode: 302,
    headers: { Location: path.endsWith('/') ? 'log' : 'app/log', 'Cache-Control': 'no-store' },
    body: '',
  }),
);
