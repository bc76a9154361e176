import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { continueStatus, errorResponse, type HttpResponse } from '../shared/http/responses';
import { ApiError } from '../shared/core/errors';
import type { Admission } from '../shared/http/request';
import { isUnauthenticated } from '../shared/http/route';
import { buildEvent } from './event';
import { findRoute, type RouteMatch } from './find-route';
import { trackInFlight, inFlightCount } from './in-flight';
import { requestAdmission, invokeWithParkedBody } from './invoke-function';
import { parkBody } from './park-body';
import { readBody } from './read-body';
import { sendResponse } from './send-response';

interface Limits {
  /** The number of bodies that fit into memory. Further requests are refused before their bodies are read. */
  bodiesMax: number;
  /** The maximum time from the headers until the whole body is in S3, so that no client occupies a slot forever. */
  bodyMsMax: number;
}

/** The share of `bodiesMax` that one workspace may use, so that no workspace blocks the other workspaces. */
const workspaceShareMax = 0.5;

/**
 * The pages behind the links in emails accept forms from anyone. These pages have separate slots, so that anonymous
 * clients cannot block clients with a credential. The time limit is short, because a browser sends a form without
 * delay.
 */
const unauthenticatedLimits = { bodiesMax: 8, bodyMsMax: 10_000 };

type RoutedRequest = RouteMatch & { url: URL };

const healthyResponse: HttpResponse = { statusCode: 200, headers: {}, body: 'ok' };

export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  limits: Limits,
): Promise<void> {
  const result = await buildResponse(request, limits);
  await sendResponse(request, response, result, limits.bodyMsMax);
}

async function buildResponse(request: IncomingMessage, limits: Limits): Promise<HttpResponse> {
  if (request.url === '/health') return healthyResponse;
  try {
    const url = new URL(request.url ?? '/', 'http://ingress');
    return await withBodySlot(request, { ...findRoute(request.method ?? 'GET', url.pathname), url }, limits);
  } catch (error) {
    return errorResponse(toApiError(error));
  }
}

async function withBodySlot(
  request: IncomingMessage,
  routed: RoutedRequest,
  limits: Limits,
): Promise<HttpResponse> {
  const [pool, { bodiesMax, bodyMsMax }] = isUnauthenticated(routed.route)
    ? (['unauthenticated', unauthenticatedLimits] as const)
    : (['authenticated', limits] as const);
  if (inFlightCount(pool) >= bodiesMax) return errorResponse(serviceUnavailable());
  const shareMax = Math.ceil(bodiesMax * workspaceShareMax);
  return trackInFlight(pool, () =>
    proxyRequest(request, routed, { shareMax, deadline: AbortSignal.timeout(bodyMsMax) }),
  );
}

/**
 * Asks the function before reading the body, so that a client without permission or with too large a body does not send
 * the body.
 */
async function proxyRequest(
  request: IncomingMessage,
  { route, params, url }: RoutedRequest,
  { shareMax, deadline }: { shareMax: number; deadline: AbortSignal },
): Promise<HttpResponse> {
  const event = buildEvent(request, { params, url });

  const admissionResponse = await requestAdmission(route.name, {
    ...event,
    announcedBody: { size: contentLength(request) },
  });
  if (admissionResponse.statusCode !== continueStatus) return admissionResponse;

  // A function of this deployment wrote the body.
  const admission = JSON.parse(String(admissionResponse.body)) as Admission;
  return withinWorkspaceShare(admission, shareMax, async () => {
    const key = randomUUID();
    const size = await parkBody(key, readBody(request, route, deadline), deadline);
    return invokeWithParkedBody(route.name, { ...event, parkedBody: { key, size, admission } });
  });
}

/**
 * Runs the work if the workspace has a free slot. Requests without a credential have no workspace and are limited only
 * by their pool.
 */
function withinWorkspaceShare<T>(
  { workspaceId }: Admission,
  max: number,
  work: () => Promise<T>,
): Promise<T> {
  if (workspaceId === undefined) return work();
  if (inFlightCount(workspaceId) >= max) throw tooManyBodiesError(max);
  return trackInFlight(workspaceId, work);
}

/** Undefined if the request has no `Content-Length` header. */
function contentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError && error.status < 500) return error;
  console.error(JSON.stringify({ level: 'ERROR', message: 'ingress failed', error: String(error) }));
  return error instanceof ApiError ? error : serviceUnavailable();
}

const retryAfterHeaders = { headers: { 'Retry-After': '5' } };

const serviceUnavailable = () =>
  new ApiError(
    'service_unavailable',
    'The service cannot accept a large body right now. Try again in a few seconds',
    retryAfterHeaders,
  );

const tooManyBodiesError = (max: number) =>
  new ApiError(
    'rate_limited',
    `This workspace is already sending ${max} large bodies. Send fewer large bodies at the same time`,
    retryAfterHeaders,
  );
