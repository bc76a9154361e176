import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal, type Answer } from '../shared/http/answers';
import { ApiError } from '../shared/errors';
import { invokeFunction, parkBody } from './aws';
import { buildEvent } from './event';
import { findRoute } from './find-route';
import { readBody } from './read-body';

export async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/health') return send(response, { statusCode: 200, headers: {}, body: 'ok' });
  try {
    send(response, await answerOf(request));
  } catch (error) {
    if (request.destroyed && !request.complete) return;
    send(response, refusal(asApiError(error)));
  }
}

function asApiError(error: unknown): ApiError {
  console.error(JSON.stringify({ level: 'ERROR', message: 'ingress failed', error: String(error) }));
  if (error instanceof ApiError) return error;
  return new ApiError('service_unavailable', 'Try again in a moment', { headers: { 'Retry-After': '5' } });
}

async function answerOf(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://ingress');
  const { route, params } = findRoute(request.method ?? 'GET', url.pathname);
  const body = await readBody(request);
  const key = `${randomUUID()}`;
  // Above every limit the function refuses by the size alone, so the bytes need not be kept.
  if (body.bytes) await parkBody(key, body.bytes);
  const event = buildEvent(request, { route, params, url, parkedBody: { key, size: body.size } });
  return invokeFunction(route.name, event);
}

function send(response: ServerResponse, { statusCode, headers, body }: Answer): void {
  response.writeHead(statusCode, headers).end(body);
}
