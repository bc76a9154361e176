import { endSession } from '../../shared/domain/platform/users/session';
import { answerErrors } from '../../shared/http/answer-errors';
import { json } from '../../shared/http/answers';
import { enforceBodyLimit } from '../../shared/http/body-limit';
import { clearCookie, sessionCookie, cookieValue } from '../../shared/http/cookies';
import { lambdaHandler } from '../../shared/http/pipeline';
import { hasSignIn, signOutUrl } from './identity-provider';
import { refuseCrossOrigin } from './refuse-cross-origin';
import { dashboardRoutes } from './routes';

/** `to` is where the provider forgets them as well. */
export const handler = lambdaHandler(
  dashboardRoutes.signOut,
  [answerErrors(), enforceBodyLimit()],
  async (request) => {
    refuseCrossOrigin(request);
    const secret = cookieValue(sessionCookie, request.header('cookie'));
    if (secret) await endSession(secret);
    return json(
      200,
      { to: hasSignIn() ? signOutUrl() : null },
      { 'Set-Cookie': clearCookie(sessionCookie), 'Cache-Control': 'no-store' },
    );
  },
);
