import { errorHandler } from '../../shared/http/error-handler';
import { lambdaHandler } from '../../shared/http/pipeline';
import { beginSignIn } from './identity-provider';
import { dashboardRoutes } from './routes';
import { setLoginStateCookie } from './login-state';

/** Redirects to the sign-in page. `to` is the page to open after the sign-in. */
export const handler = lambdaHandler(dashboardRoutes.signIn, [errorHandler()], async ({ query }) => {
  const { url, loginState } = await beginSignIn(readReturnPage(query['to']?.at(-1)));
  return {
    statusCode: 302,
    headers: {
      Location: url.href,
      'Set-Cookie': setLoginStateCookie(loginState),
    },
    body: '',
  };
});

const firstPage = 'log';

/**
 * Returns the page to open. Accepts only path segments that are names or IDs, so that the redirect stays in the
 * dashboard.
 */
const readReturnPage = (requested = firstPage): string =>
  /^[\w-]{1,100}(\/[\w-]{1,100}){0,4}$/.test(requested) ? requested : firstPage;
