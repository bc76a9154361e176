import type * as z from 'zod/mini';
import { validate } from '../schema/validate';
import { readParameters, type ValueOf } from './parameters';
import type { PathParameterName } from './path-parameters';
import type { ApiRequest } from './request';
import type { Route } from './route';

/** What a handler is given: the request, read as its route declares it. */
export interface Input<R extends Route> {
  params: { [Name in PathParameterName<R['path']>]: string };
  query: { [Name in keyof R['query']]: ValueOf<R['query'][Name]> };
  body: BodyOf<R>;
}

/** A body that other checks come before. */
export interface DeferredBody<T> {
  /** As it was sent. */
  raw: unknown;
  /** As its schema reads it, or 422. */
  read: () => T;
}

type BodyOf<R extends Route> = R extends { body: infer Body extends z.ZodMiniType }
  ? R extends { hasDeferredBody: true }
    ? DeferredBody<z.output<Body>>
    : z.output<Body>
  : undefined;

/** Reads what the route declares; 422 for what it does not allow. */
export function readInput<R extends Route>(route: R, { params, query, body }: ApiRequest): Input<R> {
  // The route's schemas have read the query and the body, and the type follows from them.
  return {
    params,
    query: readParameters(route.query ?? {}, query),
    body: readBody(route, body),
  } as Input<R>;
}

function readBody({ body: schema, hasDeferredBody }: Route, raw: unknown): unknown {
  if (!schema) return undefined;
  return hasDeferredBody ? { raw, read: () => validate(schema, raw) } : validate(schema, raw);
}
