import { distance } from 'fastest-levenshtein';
import { routes } from '../routes';

const documentedRoutes = routes.filter(({ undocumented }) => !undocumented);

/** Says what the client probably meant, as the end of a sentence: `. Did you mean /v1/emails?` */
export function describeRoutesNear(path: string): string {
  const methods = documentedRoutes.filter((route) => isOn(route.path, path)).map(({ method }) => method);
  if (methods.length > 0) return `. This path takes ${[...new Set(methods)].join(', ')}`;
  const nearest = findNearestPath(path);
  return nearest ? `. Did you mean ${nearest}?` : '';
}

const isOn = (routePath: string, path: string): boolean => {
  const [expected, parts] = [partsOf(routePath), partsOf(path)];
  return (
    expected.length === parts.length &&
    expected.every((part, index) => isParameter(part) || part === parts[index])
  );
};

/** Accepts another letter case, a missing or different version, and a typo in each part of the path. */
function findNearestPath(path: string): string | undefined {
  const parts = partsOf(path.toLowerCase());
  const named = ['v1', ...(/^v\d+$/.test(parts[0] ?? '') ? parts.slice(1) : parts)];
  const similarPaths = documentedRoutes
    .map((route) => route.path)
    .filter((routePath) => isSimilar(partsOf(routePath), named));
  return similarPaths.find((similarPath) => isOn(similarPath, `/${named.join('/')}`)) ?? similarPaths[0];
}

const isSimilar = (expected: readonly string[], parts: readonly string[]): boolean =>
  expected.length === parts.length &&
  expected.every((part, index) => isParameter(part) || isTypoOf(part, parts[index] ?? ''));

/** Longer parts are never typos, and would take long to compare. */
const lengthMax = 50;

/** Two letters may differ, because two swapped letters count as two. */
const isTypoOf = (expected: string, part: string): boolean =>
  part.length <= lengthMax &&
  distance(singularOf(part), singularOf(expected)) <= Math.min(2, Math.floor(expected.length / 3));

const singularOf = (part: string): string => part.replace(/s$/, '');

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

const isParameter = (part: string): boolean => part.startsWith('{');
