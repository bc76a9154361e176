import { errorCatalog, type ErrorType } from '../../shared/core/errors';
import { isPublic, takesIdempotencyKey, type Route } from '../../shared/http/route';
import { scopesOf } from '../../shared/http/scope';

/** The error types that a route can return with one status. */
export interface Refusal {
  status: number;
  types: readonly ErrorType[];
}

/** Returns all errors of a route: the errors that follow from its declaration, and the errors in `refuses`. */
export function refusalsOf(route: Route): Refusal[] {
  const derived = rules.filter(({ appliesTo }) => appliesTo(route));
  const declared = (route.refuses ?? []).map((type) => ({ type, status: errorCatalog[type] }));
  const all = [...derived, ...declared];
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    types: [...new Set(all.filter((refusal) => refusal.status === status).map(({ type }) => type))],
  }));
}

interface Rule {
  status: number;
  type: ErrorType;
  appliesTo: (route: Route) => boolean;
}

const appliesAlways = (): boolean => true;

/** The pipeline ignores the body of a GET. */
const readsBody = ({ method }: Route): boolean => method !== 'GET';

const requiresScope = (route: Route): boolean => scopesOf(route).length > 0;

/** Whether a request to the route can contain an invalid field, parameter or Idempotency-Key. */
const refusesInput = (route: Route): boolean =>
  route.body !== undefined ||
  takesIdempotencyKey(route) ||
  Object.values(route.query ?? {}).some(
    (parameter) => parameter.kind === 'oneOf' || (parameter.kind === 'address' && parameter.isRequired),
  );

/** The errors that the pipeline can return, each with the routes to which it applies. */
const rules: readonly Rule[] = [
  { status: 400, type: 'invalid_json', appliesTo: readsBody },
  { status: 400, type: 'invalid_request', appliesTo: readsBody },
  { status: 401, type: 'unauthorized', appliesTo: (route) => !isPublic(route) },
  { status: 403, type: 'forbidden', appliesTo: requiresScope },
  { status: 409, type: 'idempotency_in_progress', appliesTo: takesIdempotencyKey },
  { status: 413, type: 'payload_too_large', appliesTo: readsBody },
  { status: 415, type: 'invalid_request', appliesTo: readsBody },
  { status: 422, type: 'invalid_request', appliesTo: refusesInput },
  { status: 422, type: 'idempotency_key_reused', appliesTo: takesIdempotencyKey },
  { status: 429, type: 'rate_limited', appliesTo: appliesAlways },
  { status: 500, type: 'internal_error', appliesTo: appliesAlways },
  { status: 503, type: 'service_unavailable', appliesTo: appliesAlways },
];
