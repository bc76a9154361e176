import { endSession } from '../../shared/domain/platform/users/session';
import { answerErrors } from '../../shared/http/answer-errors';
import { json } from '../../shared/http/answers';
import { limitBody } from '../../shared/http/body-limit';
import { clearCookie, sessionCookie, valueOf } from '../../shared/http/cookies';
import { lambda } from '../../shared/http/pipeline';
import { hasSignIn, signOutUrl } from './identity-provider';
import { refuseOtherPages } from './own-pages';
import { dashboardRoutes } from './routes';

/** `to` is where the provider forgets them as well. */
export const handler = lambda(dashboardRoutes.signOut, [answerErrors(), limitBody()], async (request) => {
  refuseOtherPages(request);
  const secret = valueOf(sessionCookie, request.header('cookie'));
  if (secret) await endSession(secret);
  return json(
    200,
    { to: hasSignIn() ? signOutUrl() : null },
    { 'Set-Cookie': clearCookie(sessionCookie), 'Cache-Control': 'no-store' },
  );
});
