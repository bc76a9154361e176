import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SignIn } from '../aws/cognito/sign-in';
import type { Clock } from '../clock/clock';
import type { MailProvider } from '../mail/mail-provider';
import { refuseOtherContentType, refuseCrossSite } from '../network/cross-site';
import type { DashboardConfig } from './dashboard-config';
import { routeOutbox } from './route-outbox';
import { proxyRequest, proxyRequestAsOwner } from './proxy-request';
import { handleUserPoolRequest, userPoolPath } from './handle-user-pool-request';
import { jsonResponse, errorResponse, redirectTo, sendResponse, type PageResponse } from './page-response';

/** The parts of the runtime that local pages need. */
interface DashboardDependencies {
  clock: Clock;
  mail: MailProvider;
  signIn: SignIn;
}

/**
 * The dashboard on the console's port. A function of the service serves the pages under `/app/`. Requests under `/v1/`
 * go to the API as the seeded workspace. This module serves the local-only paths: the session without a sign-in, the
 * outbox, the next due time and the pages of the user pool. The control API handles all other requests.
 */
export function dashboard(
  config: DashboardConfig,
  deps: DashboardDependencies,
  controlApi: RequestListener,
): RequestListener {
  return (request, response) => {
    // Do not use `new URL`, which throws for some paths that a client can send.
    const [path = '', ...query] = (request.url ?? '/').split('?');
    const isPage = /^\/(app|user-pool)(\/|$)/.test(path) || (path === '/' && acceptsHtml(request));
    if (path.startsWith('/v1/')) proxyToApi(config, request, response);
    else if (!isPage) controlApi(request, response);
    else {
      const pageRequest = { path, query: new URLSearchParams(query.join('?')), request };
      servePage(config, deps, pageRequest, response);
    }
  };
}

/** Browsers get the dashboard at `/`. Programs do not accept HTML, so they get the JSON of the control API. */
const acceptsHtml = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

function proxyToApi(config: DashboardConfig, request: IncomingMessage, response: ServerResponse): void {
  const refusal = refuseApiRequest(request);
  if (refusal) sendResponse(refusal, response);
  else proxyRequestAsOwner(config, request, response);
}

function refuseApiRequest(request: IncomingMessage): PageResponse | undefined {
  const crossSiteReason = refuseCrossSite(request, { isConsole: true });
  if (crossSiteReason !== undefined) return errorResponse(403, crossSiteReason);
  const contentTypeReason = refuseOtherContentType('application/json', request);
  return contentTypeReason === undefined ? undefined : errorResponse(415, contentTypeReason);
}

interface PageRequest {
  path: string;
  query: URLSearchParams;
  request: IncomingMessage;
}

function servePage(
  config: DashboardConfig,
  deps: DashboardDependencies,
  pageRequest: PageRequest,
  response: ServerResponse,
): void {
  const localResponse = respondWithPage(config, deps, pageRequest);
  if (!localResponse) {
    proxyRequest(config, pageRequest.request, response);
    return;
  }
  localResponse
    .catch((error: unknown) => errorResponse(500, error instanceof Error ? error.message : String(error)))
    .then((localResult) => sendResponse(localResult, response), console.error);
}

/** Returns undefined for requests that the service handles. */
function respondWithPage(
  config: DashboardConfig,
  deps: DashboardDependencies,
  { path, query, request }: PageRequest,
): Promise<PageResponse> | undefined {
  const crossSiteReason = refuseCrossSite(request, { isConsole: true });
  if (crossSiteReason !== undefined) return Promise.resolve(errorResponse(403, crossSiteReason));
  return path.startsWith(userPoolPath)
    ? handleUserPoolRequest(deps.signIn, path, query, request)
    : serveLocally(config, deps, path, query);
}

const outboxPath = '/app/mail/outbox';

/** Returns undefined for requests that the service handles. The local start page is the outbox. */
function serveLocally(
  config: DashboardConfig,
  { clock, mail }: DashboardDependencies,
  path: string,
  query: URLSearchParams,
): Promise<PageResponse> | undefined {
  if (['/', '/app', '/app/'].includes(path)) return Promise.resolve(redirectTo('/app/outbox'));
  if (path === '/app/session') return Promise.resolve(jsonResponse(200, presentSession(config)));
  if (path === '/app/next-due') return Promise.resolve(jsonResponse(200, presentNextDue(clock)));
  if (path !== outboxPath && !path.startsWith(`${outboxPath}/`)) return undefined;
  return routeOutbox(mail, path.slice(outboxPath.length + 1), query);
}

/** The time of the next one-time timer. */
function presentNextDue(clock: Clock): { at: string | null } {
  const dueAt = clock.nextOneTimeDueAt();
  return { at: dueAt === undefined ? null : new Date(dueAt).toISOString() };
}

/** The session without a sign-in. Every client on loopback acts as the owner of the seeded workspace. */
const presentSession = ({ workspace, api, smtp, domains }: DashboardConfig) => ({
  mode: 'local',
  workspace,
  control: true,
  api,
  smtp,
  domains,
});
