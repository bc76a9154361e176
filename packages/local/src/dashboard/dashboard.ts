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

/** What is shown beside the pages. */
interface DashboardDependencies {
  clock: Clock;
  mail: MailProvider;
  signIn: SignIn;
}

/**
 * The console as a person sees it: the pages under `/app/`, which a function of the service hands out, and the API
 * under `/v1/` as the seeded workspace. What only this machine has is answered here: the session without a sign-in,
 * the outbox, the next thing due, and the pages of the user pool. Everything else is for the control API.
 */
export function dashboard(
  config: DashboardConfig,
  deps: DashboardDependencies,
  controlApi: RequestListener,
): RequestListener {
  return (request, response) => {
    // Not by `new URL`: there are paths that it throws at, and those are anybody's to send.
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

/** A program that asks for anything gets JSON at `/`, as ever. */
const acceptsHtml = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

function proxyToApi(config: DashboardConfig, request: IncomingMessage, response: ServerResponse): void {
  const refusal = refuseApiRequest(request);
  if (refusal) sendResponse(refusal, response);
  else proxyRequestAsOwner(config, request, response);
}

function refuseApiRequest(request: IncomingMessage): PageResponse | undefined {
  const crossSiteReason = refuseCrossSite(request);
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

/** Undefined for what the service answers. */
function respondWithPage(
  config: DashboardConfig,
  deps: DashboardDependencies,
  { path, query, request }: PageRequest,
): Promise<PageResponse> | undefined {
  const crossSiteReason = refuseCrossSite(request);
  if (crossSiteReason !== undefined) return Promise.resolve(errorResponse(403, crossSiteReason));
  return path.startsWith(userPoolPath)
    ? handleUserPoolRequest(deps.signIn, path, query, request)
    : serveLocally(config, deps, path, query);
}

const outboxPath = '/app/mail/outbox';

/** Undefined for what the service answers. On this machine the first thing to see is the mail itself. */
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

/** What waits for its time, and does not come again and again. */
function presentNextDue(clock: Clock): { at: string | null } {
  const dueAt = clock.nextOneTimeDueAt();
  return { at: dueAt === undefined ? null : new Date(dueAt).toISOString() };
}

/** Nobody signs in here: whoever reaches this machine's loopback is its owner. */
const presentSession = ({ workspace, api, smtp, domains }: DashboardConfig) => ({
  mode: 'local',
  workspace,
  control: true,
  api,
  smtp,
  domains,
});
