import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Credential, Operation } from '../core/request-context';
import type { IdempotencyClaim } from './idempotency-record';
import type { QueryString } from './parameters';
import { readPathParameters } from './path-parameters';
import type { Route } from './route';

/** A large body that is still on its way. The ingress asks whether it may come: 100, or the refusal. */
export interface AnnouncedBody {
  /** Bytes, if the client has said how many. */
  size?: number | undefined;
}

/** A large body's place in S3. */
export interface ParkedBody {
  key: string;
  /** Bytes. */
  size: number;
  admission: Admission;
}

/** What the 100 for an announced body says, for the request with the parked one. */
export interface Admission {
  /** As counted: it is one request. Nothing is counted where no credential is asked for. */
  rateLimit?: RateLimitState | undefined;
  /** Whose credential it is. */
  workspaceId?: string | undefined;
}

/** Only the ingress's direct invocation can carry either body: HTTP has no way to set them. */
export type HttpEvent = APIGatewayProxyEvent & { announcedBody?: AnnouncedBody; parkedBody?: ParkedBody };

/** A request on its way through the pipeline: each step reads what came before and adds its own. */
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
  /** Until Lambda stops the function. */
  remainingMs: () => number;
  /** Work that need not hold up the answer, but must be done before the function is frozen. */
  background: Promise<void>[];
}

/** What a credential has used of this minute. */
export interface RateLimitState {
  used: number;
  limit: number;
  /** When the next minute begins: milliseconds since 1970. */
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
