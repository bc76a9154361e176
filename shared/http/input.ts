import type * as z from 'zod/mini';
import { validate } from '../schema/validate';
import { readParameters, type ValueOf } from './parameters';
import type { NameIn } from './path-parameters';
import type { ApiRequest } from './request';
import type { Route } from './route';

/** What a handler is given: the request, read as its route declares it. */
export interface Input<R extends Route> {
  params: { [Name in NameIn<R['path']>]: string };
  query: { [Name in keyof R['query']]: ValueOf<R['query'][Name]> };
  body: BodyOf<R>;
}

/** A body that other checks come before. */
export interface LateBody<T> {
  /** As it was sent. */
  given: unknown;
  /** As its schema reads it, or 422. */
  read: () => T;
}

type BodyOf<R extends Route> = R extends { body: infer Body extends z.ZodMiniType }
  ? R extends { isBodyLate: true }
    ? LateBody<z.output<Body>>
    : z.output<Body>
  : undefined;

/** Reads what the route declares; 422 for what it does not allow. */
export function inputOf<R extends Route>(route: R, { params, query, body }: ApiRequest): Input<R> {
  return {
    params,
    query: readParameters(route.query ?? {}, query),
    body: bodyOf(route, body),
  } as Input<R>;
}

function bodyOf({ body: schema, isBodyLate }: Route, given: unknown): unknown {
  if (!schema) return undefined;
  return isBodyLate ? { given, read: () => validate(schema, given) } : validate(schema, given);
}
