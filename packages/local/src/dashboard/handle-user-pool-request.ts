import type { IncomingMessage } from 'node:http';
import { SignInError, type SignIn } from '../aws/cognito/sign-in';
import { jsonResponse, errorResponse, redirectTo, type PageResponse } from './page-response';

/** The path of the user pool's pages on the console's port. Cognito serves these pages on a separate domain. */
export const userPoolPath = '/user-pool';

type UserPoolHandler = (
  signIn: SignIn,
  query: URLSearchParams,
  request: IncomingMessage,
) => PageResponse | Promise<PageResponse>;

const handlers: Record<string, UserPoolHandler> = {
  'GET /oauth2/authorize': (signIn, query) => {
    const authorization = signIn.parseAuthorizationRequest(query);
    const chosenEmail = query.get('user');
    return chosenEmail === null
      ? userChoicePage(signIn, query)
      : redirectTo(signIn.completeSignIn(authorization, chosenEmail));
  },
  'POST /oauth2/token': async (signIn, _query, request) => {
    const { status, body } = await signIn.exchangeCode(new URLSearchParams(await readBody(request)));
    return jsonResponse(status, body);
  },
  'GET /logout': (signIn, query) => redirectTo(signIn.signOut(query)),
};

/** Serves the pages of the user pool. A developer on this machine can sign in as any user. */
export async function handleUserPoolRequest(
  signIn: SignIn,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<PageResponse> {
  const handler = handlers[`${request.method} ${path.slice(userPoolPath.length)}`];
  if (!handler) return errorResponse(404, 'The user pool does not have this page');
  try {
    return await handler(signIn, query, request);
  } catch (error) {
    if (error instanceof SignInError) return errorResponse(400, error.message);
    throw error;
  }
}

function userChoicePage({ pool }: SignIn, query: URLSearchParams): PageResponse {
  const users = pool.users().map(({ email }) => {
    const searchParams = new URLSearchParams([...query, ['user', email]]);
    return `<li><a href="authorize?${escapeHtml(searchParams.toString())}">${escapeHtml(email)}</a></li>`;
  });
  const noUsersNotice =
    '<p>The pool has no users yet. Invite a user: <code>npx carrier-nest admin --local users invite WORKSPACE EMAIL</code></p>';
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    body:
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      `<title>Sign in</title><style>${style}</style><main><h1>Sign in</h1>` +
      '<p>This page simulates the user pool. The local user pool has no passwords. Choose a user.</p>' +
      `${users.length > 0 ? `<ul>${users.join('')}</ul>` : noUsersNotice}</main></html>`,
  };
}

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui}main{max-width:30rem;margin:10vh auto;padding:0 1rem}' +
  'li{margin:.5rem 0}';

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => htmlEntities[character] ?? character);

const bodyBytesMax = 64 * 1024;

async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new SignInError('invalid_request');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
