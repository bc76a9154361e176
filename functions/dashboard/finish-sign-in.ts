import { beginSession } from '../../shared/domain/platform/users/session';
import { answerErrors } from '../../shared/http/answer-errors';
import type { Answer } from '../../shared/http/answers';
import { sessionCookie, setCookie } from '../../shared/http/cookies';
import { lambda } from '../../shared/http/pipeline';
import type { QueryString } from '../../shared/http/parameters';
import { logger } from '../../shared/core/logger';
import { finishSignIn, hasSignIn, type Identity, type SignInUnderWay } from './identity-provider';
import { dashboardRoutes } from './routes';
import { readUnderWay } from './under-way';

/** A person comes here in their browser: whatever goes wrong at the provider, they are led to a page that says what to do. */
export const handler = lambda(dashboardRoutes.finishSignIn, [answerErrors()], async ({ query, header }) => {
  const underWay = readUnderWay(header('cookie'));
  const identity = underWay && hasSignIn() ? await identityIn(query, underWay) : undefined;
  if (!underWay || !identity) return leadingTo('log?sign-in=failed');
  const secret = await beginSession(identity);
  return leadingTo(underWay.page, { 'Set-Cookie': setCookie(sessionCookie, secret) });
});

async function identityIn(query: QueryString, underWay: SignInUnderWay): Promise<Identity | undefined> {
  const answered = Object.entries(query).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  try {
    return await finishSignIn(new URLSearchParams(answered), underWay);
  } catch (error) {
    logger.warn('a sign-in did not finish', { reason: reasonOf(error) });
    return undefined;
  }
}

/** Without the error itself: it may quote what the provider answered. Its code, `invalid_grant` for one, is no secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'error' in error && typeof error.error === 'string'
    ? `${error.message}: ${error.error}`
    : error.message;
}

const leadingTo = (page: string, headers: Record<string, string> = {}): Answer => ({
  statusCode: 302,
  headers: { Location: page, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', ...headers },
  body: '',
});
