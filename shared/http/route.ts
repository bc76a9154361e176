import type * as z from 'zod/mini';
import type { ErrorType } from '../core/errors';
import type { Need } from '../core/needs';
import type { Scope } from '../core/scopes';
import type { Parameters } from './parameters';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'ANY';

/** One endpoint, declared. Everything else about it is derived: CONTRIBUTING.md, "How to add an endpoint". */
export interface Route {
  method: Method;
  /** As in OpenAPI: `/v1/emails/{id}`. What a name in it stands for is said once, in path-parameters.ts. */
  path: `/${string}`;
  summary: string;
  /** What a client should know beside: a paragraph of Markdown. */
  description?: string;
  /** A credential needs one of these. `public` asks for no credential at all, `any` for any valid one. */
  scope: Scope | readonly Scope[] | 'public' | 'any';
  /** Largest body in bytes; 5 MB unless given. */
  bodyMax?: number;
  /** Exported by the folder's shapes.ts. */
  body?: z.ZodMiniType;
  /** No body at all is an empty one. */
  isBodyOptional?: true;
  /** It is validated when the handler asks for it: other checks come before. */
  hasDeferredBody?: true;
  query?: Parameters;
  /**
   * What an Idempotency-Key does on a POST: replay the stored answer (the default), or, where the answer
   * holds a secret, only keep two requests from running at once.
   */
  idempotency?: 'stored' | 'never-stored';
  /** What the handler uses. What the pipeline uses before it is added by `pipelineNeeds`. */
  needs: readonly Need[];
  /** By status. */
  responses: Record<number, z.ZodMiniType>;
  /** What the handler says no with, beside what follows from the rest (lib/openapi/refusals.ts). */
  refuses?: readonly ErrorType[];
  /** Left out of the OpenAPI document. */
  undocumented?: boolean;
  /** Not of the API: a page for a person, or another protocol. The API's rules do not hold. */
  isNonApi?: boolean;
  /** It is public, and looks at the credential in its own way. */
  checksCredential?: true;
  /** Answers with the bytes of a file, streamed: they may be more than Lambda hands over in one piece. */
  isFile?: true;
  timeoutSeconds?: number;
  memoryMb?: number;
}

export const megabyte = 1_048_576;

/** 15 MB for an email, 25 MB for a batch, 5 MB for everything else. */
export const bodyMaxOf = (route: Route): number => route.bodyMax ?? 5 * megabyte;

/** Whoever has no credential may send it a body. */
export const isUnauthenticated = (route: Route): boolean => isPublic(route) && !route.checksCredential;

export const isPublic = (route: Route): boolean => route.scope === 'public';

/** A POST may carry an Idempotency-Key (I-1). */
export const takesIdempotencyKey = (route: Route): boolean => route.method === 'POST' && !isPublic(route);

/** What the pipeline does for a route before its handler: find the credential, count, keep Idempotency-Keys. */
export function pipelineNeeds(route: Route): Need[] {
  if (isPublic(route)) return [];
  const needs: Need[] = ['requests:GetItem', 'requests:UpdateItem', 'environment:oauth'];
  if (route.method !== 'GET') needs.push('parked:GetObject');
  return takesIdempotencyKey(route) ? [...needs, 'requests:PutItem'] : needs;
}
