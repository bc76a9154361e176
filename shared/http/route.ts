import type * as z from 'zod/mini';
import type { Need } from '../needs';
import type { Scope } from '../scopes';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'ANY';

/** One endpoint, declared. Everything else about it is derived: README.md, "How to add an endpoint". */
export interface Route {
  method: Method;
  /** As in OpenAPI: `/v1/emails/{id}` */
  path: string;
  summary: string;
  /** A credential needs one of these. `public` asks for no credential at all, `any` for any valid one. */
  scope: Scope | readonly Scope[] | 'public' | 'any';
  /** Largest body in bytes; 5 MB unless given. */
  bodyMax?: number;
  body?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /**
   * What an Idempotency-Key does on a POST: replay the stored answer (the default), or, where the answer
   * holds a secret, only keep two requests from running at once.
   */
  idempotency?: 'stored' | 'never-stored';
  needs: readonly Need[];
  answers: Record<number, z.ZodMiniType>;
  /** Left out of the OpenAPI document. */
  undocumented?: boolean;
  /** A page for a person: takes forms and answers HTML, errors too, so that the rules of the API do not hold. */
  isPage?: boolean;
  /** Answers with the bytes of a file, streamed: they may be more than Lambda hands over in one piece. */
  isFile?: boolean;
  timeoutSeconds?: number;
  memoryMb?: number;
}

export const megabyte = 1_048_576;

/** core.md, "Limits": 15 MB for an email, 25 MB for a batch, 5 MB for everything else. */
export const bodyMaxOf = (route: Route): number => route.bodyMax ?? 5 * megabyte;

export const isPublic = (route: Route): boolean => route.scope === 'public';

/** A POST may carry an Idempotency-Key (contract.md 1.2). */
export const takesIdempotencyKey = (route: Route): boolean => route.method === 'POST' && !isPublic(route);
