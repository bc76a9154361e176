import { routes, type NamedRoute } from '../functions/api/routes';

export interface RouteMatch {
  route: NamedRoute;
  params: Record<string, string>;
}

const isParameter = (part: string): boolean => part.startsWith('{');

const fallbackPath = '/{proxy+}';
const fallback = routes.find(({ path }) => path === fallbackPath);

/**
 * Routes with fewer parameters come first, because API Gateway prefers a static segment to a parameter. On the same path,
 * it prefers the method of the request to a route for all methods.
 */
const bySpecificity = routes
  .filter(({ path }) => path !== fallbackPath)
  .toSorted(
    (a, b) =>
      parameterCount(a) - parameterCount(b) || Number(isForAllMethods(a)) - Number(isForAllMethods(b)),
  );

/** Chooses the same route as API Gateway. Returns the fallback for an unknown route. */
export function findRoute(method: string, path: string): RouteMatch {
  for (const route of bySpecificity) {
    const isAllowed = route.method === method || isForAllMethods(route);
    const params = isAllowed ? match(route.path, path) : undefined;
    if (params) return { route, params };
  }
  if (!fallback) throw new Error('There is no fallback route');
  return { route: fallback, params: { proxy: path.slice(1) } };
}

function isForAllMethods({ method }: NamedRoute): boolean {
  return method === 'ANY';
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  // As in API Gateway, a trailing slash is ignored.
  const [patternParts, pathParts] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')];
  if (patternParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index] ?? '';
    if (isParameter(part) && value) params[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function parameterCount({ path }: NamedRoute): number {
  return path.split('/').filter(isParameter).length;
}
