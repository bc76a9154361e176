import { errorHandler } from '../../shared/http/error-handler';
import { lambdaHandler } from '../../shared/http/pipeline';
import { beginSignIn } from './identity-provider';
import { dashboardRoutes } from './routes';
import { setLoginStateCookie } from './login-state';

/** `to` names the page to go on at. */
export const handler = lambdaHandler(dashboardRoutes.signIn, [errorHandler()], async ({ query }) => {
  const { url, loginState } = await beginSignIn(readReturnPage(query['to']?.at(-1)));
  return {
    statusCode: 302,
    headers: {
      Location: url.href,
      'Set-Cookie': setLoginStateCookie(loginState),
      'Cache-Control': 'no-store',
    },
    body: '',
  };
});

const firstPage = 'log';

/** Names and ids, nothing that could lead elsewhere. */
const readReturnPage = (requested = firstPage): string =>
  /^[\w-]{1,100}(\/[\w-]{1,100}){0,4}$/.test(requested) ? requested : firstPage;
