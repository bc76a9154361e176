import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Credential, Operation } from '../ctx';
import type { IdempotencyClaim } from './idempotency-record';
import type { QueryString } from './parameters';
import { readPath } from './path-parameters';
import type { Route } from './route';

/** A large body's place in S3. Only the ingress's direct invocation can carry one: HTTP has no way to set it. */
export interface ParkedBody {
  key: string;
  /** Bytes. */
  size: number;
}

export type HttpEvent = APIGatewayProxyEvent & { parkedBody?: ParkedBody };

/** A request on its way through the pipeline: each step reads what came before and adds its own. */
export interface ApiRequest {
  route: Route;
  path: string;
  header: (name: string) => string | undefined;
  params: Record<string, string>;
  query: QueryString;
  rawBody: string;
  parkedBody: ParkedBody | undefined;
  requestId: string;

  body?: unknown;
  credential?: Credential;
  allowance?: Allowance;
  claim?: IdempotencyClaim;
  operation: Operation;
  /** Until Lambda stops the function. */
  remainingMs: () => number;
  /** Work that need not hold up the answer, but must be done before the function is frozen. */
  background: Promise<void>[];
}

/** What a credential has used of this minute. */
export interface Allowance {
  used: number;
  limit: number;
  /** Seconds until the next minute. */
  resetSeconds: number;
}

export function openRequest(
  route: Route,
  event: HttpEvent,
  { operation, remainingMs }: Pick<ApiRequest, 'operation' | 'remainingMs'>,
): ApiRequest {
  const headers = lowerCaseNames(event.headers);
  return {
    route,
    path: event.path,
    header: (name) => headers[name],
    params: readPath(event.pathParameters ?? {}),
    query: event.multiValueQueryStringParameters ?? {},
    rawBody: readBody(event),
    parkedBody: event.parkedBody,
    requestId: event.requestContext.requestId,
    operation,
    remainingMs,
    background: [],
  };
}

const readBody = (event: HttpEvent): string =>
  event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');

function lowerCaseNames(headers: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
