import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../clock/clock';
import type { FunctionRunner, InvokeOutcome } from '../lambda/runner';
import { portOf } from '../machine/ports';
import { readBody } from '../machine/read-body';
import type { ApiSpec, PermissionSpec } from '../template/deployment';
import { proxyEvent } from './event';
import { forwardToIngress, needsIngress } from './forward';
import { parseProxyResponse } from './proxy-response';
import { gatewayResponse, type GatewayResponseType, type HttpResponse } from './gateway-response';
import { mayInvoke } from './permissions';
import { Routes, type Match, type Target } from './routes';
import { handleClientErrors } from './handle-client-errors';

export interface GatewayOptions {
  api: ApiSpec;
  runner: Pick<FunctionRunner, 'invoke'>;
  /** The origin of the ingress, which receives requests with large bodies or bodies of unknown length. */
  ingressOrigin: () => string;
  clock: Pick<Clock, 'now'>;
  port: number;
  /** The functions' permissions. If undefined, the gateway may invoke every function. */
  permissions?: PermissionSpec[];
  /** Returns the response if the request must be refused before it reaches API Gateway, otherwise undefined. */
  guard?: (message: IncomingMessage) => HttpResponse | undefined;
  onResponse?: (result: HttpResponse) => void;
  onError: (error: unknown) => void;
}

export interface Gateway {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  stop(): Promise<void>;
}

/** Serves the template's REST API on a local port, with the responses, limits and events of API Gateway. */
export async function startGateway(
  overrides: Omit<GatewayOptions, 'onError'> & Partial<GatewayOptions>,
): Promise<Gateway> {
  const options = { onError: (error: unknown) => console.error(error), ...overrides };
  const routes = new Routes(options.api.body);
  const server = createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: 65_000 }, (message, response) => {
    serve(options, routes, message, response).catch((error: unknown) => {
      // A request that the client aborted is not an error and does not reach a function.
      if (message.complete) options.onError(error);
      response.destroy();
    });
  });
  handleClientErrors(server, options.api);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  options: GatewayOptions,
  routes: Routes,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  const guardResponse = options.guard?.(message);
  if (!guardResponse && needsIngress(message)) return forward(options, message, response, requestId);

  const body = await readBody(message);
  const result = guardResponse ?? (await routeRequest(options, routes, message, body, requestId));
  send(response, message, requestId, result);
  options.onResponse?.(result);
}

async function forward(
  options: GatewayOptions,
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  try {
    await forwardToIngress(options.ingressOrigin(), message, response);
  } catch (error) {
    if (!message.complete && message.destroyed) return;
    options.onError(error);
    message.resume();
    send(response, message, requestId, gatewayError(options, 'INTEGRATION_FAILURE', requestId));
  }
}

async function routeRequest(
  options: GatewayOptions,
  routes: Routes,
  message: IncomingMessage,
  body: Buffer,
  requestId: string,
): Promise<HttpResponse> {
  const [path, query] = splitUrl(message.url ?? '/');
  const match = routes.find(message.method ?? 'GET', path);
  if (!match?.target) return gatewayError(options, 'MISSING_AUTHENTICATION_TOKEN', requestId);
  if ('status' in match.target) return match.target;
  if (match.target.requiredHeaders.some((name) => !message.headers[name]))
    return gatewayError(options, 'BAD_REQUEST_PARAMETERS', requestId);
  if (!canInvoke(options, match, match.target, message.method ?? 'GET')) {
    options.onError(new Error(`API Gateway has no permission to invoke ${match.target.functionName}`));
    return gatewayError(options, 'API_CONFIGURATION_ERROR', requestId);
  }
  const receivedAt = options.clock.now();
  const event = proxyEvent({ api: options.api, message, path, query, match, requestId, receivedAt, body });
  return invoke(options, match.target, event, requestId, waitsForEvents(message, query));
}

/** Whether a client reads with `wait`, so that the function runs without doing anything. */
const waitsForEvents = ({ method }: IncomingMessage, query: string): boolean =>
  method === 'GET' && Number(new URLSearchParams(query).get('wait')) > 0;

function splitUrl(url: string): [path: string, query: string] {
  const queryAt = url.indexOf('?');
  return queryAt < 0 ? [url, ''] : [url.slice(0, queryAt), url.slice(queryAt + 1)];
}

function canInvoke(
  { api, permissions }: GatewayOptions,
  match: Match,
  target: Target,
  method: string,
): boolean {
  if (!permissions || target.credentials !== undefined) return true;
  return mayInvoke(
    permissions,
    target.functionName,
    `${api.arn}/${api.stageName}/${method}${match.resource}`,
  );
}

async function invoke(
  options: GatewayOptions,
  target: Target,
  event: Record<string, unknown>,
  requestId: string,
  isWaiting: boolean,
): Promise<HttpResponse> {
  const outcome = await withTimeout(
    (onStarted) =>
      options.runner.invoke(target.functionName, JSON.stringify(event), { onStarted, isWaiting }),
    target.timeoutMs,
  );
  if (outcome === undefined) return gatewayError(options, 'INTEGRATION_TIMEOUT', requestId);
  if (outcome.kind === 'too-large' && outcome.direction === 'in') {
    return gatewayError(options, 'REQUEST_TOO_LARGE', requestId);
  }
  // The template determines whether the response must be streamed. A response that contradicts the template is invalid.
  const isValidResponse = outcome.kind === 'response' && (outcome.isStreamed ?? false) === target.streams;
  const result = isValidResponse ? parseProxyResponse(outcome.payload) : undefined;
  return result ?? gatewayError(options, 'DEFAULT_5XX', requestId);
}

/**
 * Returns undefined after the integration timeout. The function continues to run, as on AWS. The timeout starts when an
 * instance receives the request, so that the timeout does not include the wait for this machine's processors.
 */
function withTimeout(
  invoke: (onStarted: () => void) => Promise<InvokeOutcome>,
  timeoutMs: number,
): Promise<InvokeOutcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const outcome = new Promise<InvokeOutcome | undefined>((resolve, reject) => {
    const onStarted = () => (timer = setTimeout(() => resolve(undefined), timeoutMs));
    invoke(onStarted).then(resolve, reject);
  });
  return outcome.finally(() => clearTimeout(timer));
}

function gatewayError({ api }: GatewayOptions, type: GatewayResponseType, requestId: string): HttpResponse {
  return gatewayResponse(api.gatewayResponses, type, { requestId });
}

function send(
  response: ServerResponse,
  message: IncomingMessage,
  requestId: string,
  result: HttpResponse,
): void {
  if (response.destroyed) return;
  const hasNoBody = result.status === 204 || result.status === 304;
  response.writeHead(result.status, {
    'x-amzn-RequestId': requestId,
    ...(!hasNoBody && { 'Content-Length': Buffer.byteLength(result.body) }),
    ...result.headers,
  });
  response.end(message.method === 'HEAD' ? undefined : result.body);
}
