import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Credential, Operation } from '../core/request-context';
import type { IdempotencyClaim } from './idempotency-record';
import type { QueryString } from './parameters';
import { readPathParameters } from './path-parameters';
import type { Route } from './route';

/**
 * A large body before its upload. The ingress asks the function whether to accept the body, and the function responds
 * with 100 or an error.
 */
export interface AnnouncedBody {
  /** The number of bytes, if the client declared the length. */
  size?: number | undefined;
}

/** A large body that the ingress stored in S3. */
export interface ParkedBody {
  key: string;
  /** The size in bytes. */
  size: number;
  admission: Admission;
}

/**
 * The body of the 100 response to an announced body. The ingress sends this admission again with the reference to the
 * parked body.
 */
export interface Admission {
  /**
   * The usage of the credential. The announcement and the upload count as one request. Absent for routes without a
   * credential.
   */
  rateLimit?: RateLimitState | undefined;
  /** The workspace of the credential. */
  workspaceId?: string | undefined;
}

/**
 * The event of API Gateway or the ingress. Only the ingress can set the two additional fields, because they require a
 * direct invocation.
 */
export type HttpEvent = APIGatewayProxyEvent & { announcedBody?: AnnouncedBody; parkedBody?: ParkedBody };

/** A request in the pipeline. Each step can read the fields that earlier steps added, and can add further fields. */
export interface ApiRequest {
  route: Route;
  path: string;
  header: (name: string) => string | undefined;
  params: Record<string, string>;
  query: QueryString;
  rawBody: string;
  announcedBody: AnnouncedBody | undefined;
  parkedBody: ParkedBody | undefined;
  requestId: string;

  body?: unknown;
  credential?: Credential;
  rateLimit?: RateLimitState;
  claim?: IdempotencyClaim;
  operation: Operation;
  /** Returns the number of milliseconds until Lambda stops the function. */
  remainingMs: () => number;
  /** Work that runs in parallel with the handler but must end before Lambda freezes the function. */
  background: Promise<void>[];
}

/** The credential's usage in the current minute. */
export interface RateLimitState {
  used: number;
  limit: number;
  /** The start of the next minute, in milliseconds since 1970. */
  resetsAt: number;
}

export function parseRequest(
  route: Route,
  event: HttpEvent,
  { operation, remainingMs }: Pick<ApiRequest, 'operation' | 'remainingMs'>,
): ApiRequest {
  const headers = lowerCaseNames(event.headers);
  return {
    route,
    path: event.path,
    header: (name) => headers[name],
    params: readPathParameters(event.pathParameters ?? {}),
    query: event.multiValueQueryStringParameters ?? {},
    rawBody: decodeBody(event),
    announcedBody: event.announcedBody,
    parkedBody: event.parkedBody,
    requestId: event.requestContext.requestId,
    operation,
    remainingMs,
    background: [],
  };
}

const decodeBody = (event: HttpEvent): string =>
  event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');

function lowerCaseNames(headers: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
