import { ApiError } from '../../shared/core/errors';
import { errorHandler } from '../../shared/http/error-handler';
import { streamResponse } from '../../shared/http/download';
import { lambdaHandler } from '../../shared/http/pipeline';
import { findBuiltFile, dashboardPage } from './files';
import { dashboardRoutes } from './routes';

/** Serves a built asset or the single HTML page, which renders the view for the requested path. */
export const handler = streamResponse(
  lambdaHandler(
    dashboardRoutes.showDashboard,
    [errorHandler()],
    ({ path, params: { file = '' }, header }) => {
      const takesBrotli = /\bbr\b/.test(header('accept-encoding') ?? '');
      const response =
        findBuiltFile(file, takesBrotli) ?? (isBuildFile(file) ? undefined : dashboardPage(path));
      if (!response) throw new ApiError('not_found', 'No such file. Reload the page');
      return Promise.resolve(response);
    },
  ),
);

/** Whether the path is a file of the build. The first path segment of a page has no dots. */
const isBuildFile = (file: string): boolean => file.startsWith('assets/') || /^[^/]*\./.test(file);
