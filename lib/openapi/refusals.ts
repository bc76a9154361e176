import { errorCatalogue, type ErrorType } from '../../shared/core/errors';
import { isPublic, takesIdempotencyKey, type Route } from '../../shared/http/route';
import { scopesOf } from '../../shared/http/scope';

/** The error types that a route can answer with one status. */
export interface Refusal {
  status: number;
  types: readonly ErrorType[];
}

/** All that a route can refuse with: what follows from its declaration, and what it says of itself. */
export function refusalsOf(route: Route): Refusal[] {
  const followed = rules.filter(({ holdsFor }) => holdsFor(route));
  const own = (route.refuses ?? []).map((type) => ({ type, status: errorCatalogue[type] }));
  const all = [...followed, ...own];
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    types: [...new Set(all.filter((one) => one.status === status).map(({ type }) => type))],
  }));
}

interface Rule {
  status: number;
  type: ErrorType;
  holdsFor: (route: Route) => boolean;
}

const always = (): boolean => true;

/** The body of a GET is not looked at. */
const readsBody = ({ method }: Route): boolean => method !== 'GET';

const asksForScope = (route: Route): boolean => scopesOf(route).length > 0;

/** What it is given can be wrong: a field, a parameter, an Idempotency-Key that is too long. */
const refusesInput = (route: Route): boolean =>
  route.body !== undefined ||
  takesIdempotencyKey(route) ||
  Object.values(route.query ?? {}).some(
    (parameter) => parameter.kind === 'oneOf' || (parameter.kind === 'address' && parameter.isRequired),
  );

/** What the pipeline answers before the handler runs, or for it. */
const rules: readonly Rule[] = [
  { status: 400, type: 'invalid_json', holdsFor: readsBody },
  { status: 400, type: 'invalid_request', holdsFor: readsBody },
  { status: 401, type: 'unauthorized', holdsFor: (route) => !isPublic(route) },
  { status: 403, type: 'forbidden', holdsFor: asksForScope },
  { status: 409, type: 'idempotency_in_progress', holdsFor: takesIdempotencyKey },
  { status: 413, type: 'payload_too_large', holdsFor: readsBody },
  { status: 415, type: 'invalid_request', holdsFor: readsBody },
  { status: 422, type: 'invalid_request', holdsFor: refusesInput },
  { status: 422, type: 'idempotency_key_reused', holdsFor: takesIdempotencyKey },
  { status: 429, type: 'rate_limited', holdsFor: always },
  { status: 500, type: 'internal_error', holdsFor: always },
  { status: 503, type: 'service_unavailable', holdsFor: always },
];
