import { answerErrors } from '../../shared/http/answer-errors';
import { lambda } from '../../shared/http/pipeline';
import { beginSignIn } from './identity-provider';
import { dashboardRoutes } from './routes';
import { keepUnderWay } from './under-way';

/** `to` names the page to go on at. */
export const handler = lambda(dashboardRoutes.signIn, [answerErrors()], async ({ query }) => {
  const { url, underWay } = await beginSignIn(pageIn(query['to']?.at(-1)));
  return {
    statusCode: 302,
    headers: { Location: url.href, 'Set-Cookie': keepUnderWay(underWay), 'Cache-Control': 'no-store' },
    body: '',
  };
});

const firstPage = 'log';

/** Names and ids, nothing that could lead elsewhere. */
const pageIn = (given = firstPage): string =>
  /^[\w-]{1,100}(\/[\w-]{1,100}){0,4}$/.test(given) ? given : firstPage;
