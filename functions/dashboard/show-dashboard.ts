import { ApiError } from '../../shared/core/errors';
import { errorHandler } from '../../shared/http/error-handler';
import { streamResponse } from '../../shared/http/download';
import { lambdaHandler } from '../../shared/http/pipeline';
import { findBuiltFile, dashboardPage } from './files';
import { dashboardRoutes } from './routes';

/** A file of the build, or the one page: it finds by its address what it shows. */
export const handler = streamResponse(
  lambdaHandler(
    dashboardRoutes.showDashboard,
    [errorHandler()],
    ({ path, params: { file = '' }, header }) => {
      const takesBrotli = /\bbr\b/.test(header('accept-encoding') ?? '');
      const response =
        findBuiltFile(file, takesBrotli) ?? (isBuildFile(file) ? undefined : dashboardPage(path));
      if (!response) throw new ApiError('not_found', 'No such file. Load the page again');
      return Promise.resolve(response);
    },
  ),
);

/** Pages have no dots in their first name. */
const isBuildFile = (file: string): boolean => file.startsWith('assets/') || /^[^/]*\./.test(file);
