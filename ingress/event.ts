import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpEvent } from '../shared/http/request';

interface RoutedUrl {
  params: Record<string, string>;
  url: URL;
}

/** The body is null, because the client has only announced the body, or the ingress has parked the body in S3. */
export type IngressEvent = Pick<
  HttpEvent,
  | 'httpMethod'
  | 'path'
  | 'headers'
  | 'pathParameters'
  | 'multiValueQueryStringParameters'
  | 'body'
  | 'isBase64Encoded'
> & { requestContext: { requestId: string } };

/** Builds the part of API Gateway's event that functions read. */
export function buildEvent(request: IncomingMessage, { params, url }: RoutedUrl): IngressEvent {
  return {
    httpMethod: request.method ?? 'GET',
    path: url.pathname,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    pathParameters: params,
    multiValueQueryStringParameters: queryOf(url),
    body: null,
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID() },
  };
}

function queryOf({ searchParams }: URL): Record<string, string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
}
