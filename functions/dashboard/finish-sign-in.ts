import { startSession } from '../../shared/domain/platform/users/session';
import { errorHandler } from '../../shared/http/error-handler';
import type { HttpResponse } from '../../shared/http/responses';
import { sessionCookie, setCookie } from '../../shared/http/cookies';
import { lambdaHandler } from '../../shared/http/pipeline';
import type { QueryString } from '../../shared/http/parameters';
import { logger } from '../../shared/core/logger';
import { finishSignIn, hasSignIn, type Identity, type LoginState } from './identity-provider';
import { dashboardRoutes } from './routes';
import { readLoginState } from './login-state';

/**
 * Completes a sign-in. The identity provider redirects the browser to this function. If the sign-in fails, a page tells
 * the user how to continue.
 */
export const handler = lambdaHandler(
  dashboardRoutes.finishSignIn,
  [errorHandler()],
  async ({ query, header }) => {
    const loginState = readLoginState(header('cookie'));
    const identity = loginState && hasSignIn() ? await verifyIdentity(query, loginState) : undefined;
    if (!loginState || !identity) return redirectTo('log?sign-in=failed');
    const secret = await startSession(identity);
    return redirectTo(loginState.page, { 'Set-Cookie': setCookie(sessionCookie, secret) });
  },
);

async function verifyIdentity(query: QueryString, loginState: LoginState): Promise<Identity | undefined> {
  const callbackParams = Object.entries(query).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  try {
    return await finishSignIn(new URLSearchParams(callbackParams), loginState);
  } catch (error) {
    logger.warn('sign-in failed', { reason: reasonOf(error) });
    return undefined;
  }
}

/**
 * Returns the message of the error and a code such as `invalid_grant` for the log. The complete error may quote the
 * provider's response, which can contain secrets.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'error' in error && typeof error.error === 'string'
    ? `${error.message}: ${error.error}`
    : error.message;
}

const redirectTo = (page: string, headers: Record<string, string> = {}): HttpResponse => ({
  statusCode: 302,
  headers: { Location: page, 'Referrer-Policy': 'no-referrer', ...headers },
  body: '',
});
