import type * as z from 'zod/mini';
import { validate } from '../schema/validate';
import { readParameters, type ValueOf } from './parameters';
import type { PathParameterName } from './path-parameters';
import type { ApiRequest } from './request';
import type { Route } from './route';

/** The input of a handler: the request, parsed as its route declares. */
export interface Input<R extends Route> {
  path: string;
  params: { [Name in PathParameterName<R['path']>]: string };
  query: { [Name in keyof R['query']]: ValueOf<R['query'][Name]> };
  body: BodyOf<R>;
}

/** A body that the handler validates after other checks. */
export interface DeferredBody<T> {
  /** The body as the client sent it. */
  raw: unknown;
  /** Returns the parsed body, or throws 422. */
  read: () => T;
}

type BodyOf<R extends Route> = R extends { body: infer Body extends z.ZodMiniType }
  ? R extends { hasDeferredBody: true }
    ? DeferredBody<z.output<Body>>
    : z.output<Body>
  : undefined;

/** Parses the request as the route declares, or throws 422. */
export function readInput<R extends Route>(route: R, { path, params, query, body }: ApiRequest): Input<R> {
  // The type follows from the route's schemas, which have parsed the query and the body.
  return {
    path,
    params,
    query: readParameters(route.query ?? {}, query),
    body: readBody(route, body),
  } as Input<R>;
}

function readBody({ body: schema, hasDeferredBody }: Route, raw: unknown): unknown {
  if (!schema) return undefined;
  return hasDeferredBody ? { raw, read: () => validate(schema, raw) } : validate(schema, raw);
}
