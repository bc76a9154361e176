import type * as z from 'zod/mini';
import type { ErrorType } from '../core/errors';
import type { Need } from '../core/needs';
import type { Scope } from '../core/scopes';
import type { Parameters } from './parameters';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'ANY';

/**
 * The declaration of an endpoint. The stacks, the OpenAPI document and the handler's types follow from it
 * (CONTRIBUTING.md, "How to add an endpoint").
 */
export interface Route {
  method: Method;
  /** The path in OpenAPI syntax: `/v1/emails/{id}`. path-parameters.ts describes the parameters. */
  path: `/${string}`;
  summary: string;
  /** A paragraph of Markdown for clients. */
  description?: string;
  /** The credential needs one of these scopes. `public` requires no credential. `any` accepts any valid credential. */
  scope: Scope | readonly Scope[] | 'public' | 'any';
  /**
   * Lets keys that are limited to an inbox use the route. `own`: the records of other inboxes are 404. `filtered`: the
   * list omits the records of other inboxes. `shared`: the records belong to no inbox. On a route without a declaration,
   * such a key gets 403.
   */
  inboxAccess?: 'own' | 'filtered' | 'shared';
  /** The maximum size of the body in bytes. 5 MB by default. */
  bodyMax?: number;
  /** The schema of the body, which shapes.ts in the same folder exports. */
  body?: z.ZodMiniType;
  /** Whether a missing body is treated as `{}`. */
  isBodyOptional?: true;
  /** Whether the handler validates the body, after other checks. */
  hasDeferredBody?: true;
  query?: Parameters;
  /**
   * The part of the response that is not stored for an Idempotency-Key, because it contains a secret. `response`: a
   * repeated request repeats the work, but two requests with the key do not run concurrently. A field: it is null in the
   * replayed response.
   */
  unstored?: 'response' | { field: string };
  /** The needs of the handler. `pipelineNeeds` adds the needs of the pipeline. */
  needs: readonly Need[];
  /** The response schemas by status. */
  responses: Record<number, z.ZodMiniType>;
  /** The error types of the handler, in addition to those that lib/openapi/refusals.ts derives. */
  refuses?: readonly ErrorType[];
  /** Whether the OpenAPI document omits the route. */
  undocumented?: boolean;
  /** Whether the operation has the tag `Additions`, because the API that this service implements has no such operation. */
  isAddition?: true;
  /** Whether the route is a page or uses another protocol, so that the rules of the API do not apply. */
  isNonApi?: boolean;
  /** Whether the handler of a public route checks the credential itself. */
  checksCredential?: true;
  /**
   * Whether the response is a file. Files are streamed, because they may exceed Lambda's limit for buffered responses.
   */
  isFile?: true;
  /** Whether JSON is streamed, because it may exceed Lambda's limit for buffered responses. */
  isStreamed?: true;
  timeoutSeconds?: number;
  memoryMb?: number;
}

export const megabyte = 1_048_576;

/**
 * Returns the maximum size of the body: 15 MB for an email, 25 MB for a batch, and 5 MB for all other API routes
 * (R-16).
 */
export const bodyMaxOf = (route: Route): number => route.bodyMax ?? 5 * megabyte;

/** Whether clients without a credential may send a body. */
export const isUnauthenticated = (route: Route): boolean => isPublic(route) && !route.checksCredential;

export const isPublic = (route: Route): boolean => route.scope === 'public';

/** Whether requests may have an Idempotency-Key (I-1). */
export const takesIdempotencyKey = (route: Route): boolean => route.method === 'POST' && !isPublic(route);

/** Returns the needs of the pipeline, which reads the credential, counts the request and stores Idempotency-Keys. */
export function pipelineNeeds(route: Route): Need[] {
  if (isPublic(route)) return [];
  const needs: Need[] = ['requests:GetItem', 'requests:UpdateItem', 'environment:oauth'];
  if (route.method !== 'GET') needs.push('parked:GetObject');
  return takesIdempotencyKey(route) ? [...needs, 'requests:PutItem'] : needs;
}
