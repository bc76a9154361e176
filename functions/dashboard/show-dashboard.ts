import { ApiError } from '../../shared/core/errors';
import { answerErrors } from '../../shared/http/answer-errors';
import { streamed } from '../../shared/http/file';
import { lambda } from '../../shared/http/pipeline';
import { builtFile, thePage } from './files';
import { dashboardRoutes } from './routes';

/** A file of the build, or the one page: it finds by its address what it shows. */
export const handler = streamed(
  lambda(dashboardRoutes.showDashboard, [answerErrors()], ({ path, params: { file = '' }, header }) => {
    const takesBrotli = /\bbr\b/.test(header('accept-encoding') ?? '');
    const answer = builtFile(file, takesBrotli) ?? (isOfTheBuild(file) ? undefined : thePage(path));
    if (!answer) throw new ApiError('not_found', 'No such file. Load the page again');
    return Promise.resolve(answer);
  }),
);

/** Pages have no dots in their first name. */
const isOfTheBuild = (file: string): boolean => file.startsWith('assets/') || /^[^/]*\./.test(file);
