import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NamedRoute } from '../functions/api/routes';
import type { HttpEvent, ParkedBody } from '../shared/http/request';

interface Parts {
  route: NamedRoute;
  params: Record<string, string>;
  url: URL;
  parkedBody: ParkedBody;
}

type EventOfIngress = Pick<
  HttpEvent,
  | 'httpMethod'
  | 'path'
  | 'headers'
  | 'pathParameters'
  | 'multiValueQueryStringParameters'
  | 'body'
  | 'isBase64Encoded'
> & { parkedBody: ParkedBody; requestContext: { requestId: string } };

/** The part of API Gateway's event that functions read, with the reference in place of the body. */
export function buildEvent(request: IncomingMessage, { params, url, parkedBody }: Parts): EventOfIngress {
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
    parkedBody,
    requestContext: { requestId: randomUUID() },
  };
}

function queryOf({ searchParams }: URL): Record<string, string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
}
