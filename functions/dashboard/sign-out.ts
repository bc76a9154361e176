import { endSession } from '../../shared/domain/platform/users/session';
import { errorHandler } from '../../shared/http/error-handler';
import { json } from '../../shared/http/responses';
import { enforceBodyLimit } from '../../shared/http/body-limit';
import { clearCookie, sessionCookie, cookieValue } from '../../shared/http/cookies';
import { lambdaHandler } from '../../shared/http/pipeline';
import { hasSignIn, signOutUrl } from './identity-provider';
import { refuseCrossOrigin } from './refuse-cross-origin';
import { dashboardRoutes } from './routes';

/** Ends the session. `to` in the response is a URL that also ends the session at the identity provider. */
export const handler = lambdaHandler(
  dashboardRoutes.signOut,
  [errorHandler(), enforceBodyLimit()],
  async (request) => {
    refuseCrossOrigin(request);
    const secret = cookieValue(sessionCookie, request.header('cookie'));
    if (secret) await endSession(secret);
    return json(200, { to: hasSignIn() ? signOutUrl() : null }, { 'Set-Cookie': clearCookie(sessionCookie) });
  },
);
