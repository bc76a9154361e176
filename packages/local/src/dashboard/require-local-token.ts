import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { errorResponse, redirectTo, sendResponse, type PageResponse } from './page-response';
import { userPoolPath } from './handle-user-pool-request';

/** Other programs of the runtime call these without a token. They serve public keys, and tokens for a sign-in code. */
const openCalls = ['GET /.well-known/jwks.json', `POST ${userPoolPath}/oauth2/token`];

/**
 * Requires the token of `runtime.json` on the console's port: in the header `CN-Local-Token`, or in the cookie that the
 * printed address sets. A request to the API with its own credential needs no token.
 */
export function requireLocalToken(token: string, listener: RequestListener): RequestListener {
  return (request, response) => {
    const refusalOrRedirect = checkRequest(token, request);
    if (!refusalOrRedirect) return listener(request, response);
    // Reads the body, so that the client can read the response.
    request.resume();
    sendResponse(refusalOrRedirect, response);
  };
}

/** The address that sets the cookie. */
export const signInAddress = (console: string, token: string): string => `${console}/?token=${token}`;

function checkRequest(token: string, request: IncomingMessage): PageResponse | undefined {
  const [path = '', query] = (request.url ?? '/').split('?');
  const isAllowed =
    openCalls.includes(`${request.method} ${path}`) ||
    (path.startsWith('/v1/') && request.headers.authorization !== undefined) ||
    [request.headers['cn-local-token'], cookieOf(request)].some((given) => isEqual(given, token));
  const linkToken = request.method === 'GET' && path === '/' && new URLSearchParams(query).get('token');
  if (linkToken && isEqual(linkToken, token)) return setCookie(request, token);
  return isAllowed ? undefined : errorResponse(401, refusal);
}

const refusal =
  'This runtime was started with --protect. Send the token in runtime.json, in the data folder, ' +
  'in the header CN-Local-Token. In a browser, open the address that the runtime prints.';

/** Redirects, so that the token does not stay in the address bar. */
const setCookie = (request: IncomingMessage, token: string): PageResponse => {
  const redirect = redirectTo('/app/outbox');
  const cookie = `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Strict`;
  return { ...redirect, headers: { ...redirect.headers, 'Set-Cookie': cookie } };
};

/** Browsers share cookies between the ports of a host, so the name contains the port. */
const cookieName = ({ socket }: IncomingMessage): string => `cn_local_token_${socket.localPort}`;

const cookieOf = (request: IncomingMessage): string | undefined =>
  request.headers.cookie
    ?.split('; ')
    .find((cookie) => cookie.startsWith(`${cookieName(request)}=`))
    ?.slice(cookieName(request).length + 1);

/** Takes the same time for every wrong token. */
const isEqual = (given: string | string[] | undefined, token: string): boolean =>
  typeof given === 'string' && timingSafeEqual(hashOf(given), hashOf(token));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
