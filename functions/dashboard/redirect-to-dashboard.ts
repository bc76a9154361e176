import { errorHandler } from '../../shared/http/error-handler';
import { lambdaHandler } from '../../shared/http/pipeline';
import { dashboardRoutes } from './routes';

/**
 * Redirects to a relative path, because the browser's address may contain a prefix before `/app` that the request does
 * not contain, such as a stage.
 */
export const handler = lambdaHandler(dashboardRoutes.redirectToDashboard, [errorHandler()], ({ path }) =>
  Promise.resolve({
    statusCode: 302,
    headers: { Location: path.endsWith('/') ? 'log' : 'app/log' },
    body: '',
  }),
);
