import { isDeepStrictEqual } from 'node:util';
import { entriesOf, valueAt, type Resource } from '../../../../lib/parts/template';
import { replacingProperties } from '../../../../lib/rules/specification';
import { resolveReference, type Templates } from '../../../../lib/rules/template';

/** The properties that make CloudFormation replace a resource, by the location of the resource. */
export type Replacements = ReadonlyMap<string, readonly string[]>;

export const locationOf = (stack: string, id: string): string => `${stack}/${id}`;

/**
 * Lists the resources that the deployment replaces. A replaced resource has another physical ID, so the resources whose
 * replacing properties refer to it are replaced as well.
 */
export function findReplacements(deployed: Templates, next: Templates): Replacements {
  const resources = sharedResources(deployed, next);
  const found = new Map<string, string[]>();
  let previousSize: number;
  do {
    previousSize = found.size;
    for (const resource of resources) {
      const names = changedNames(resource, next, found);
      if (names.length > 0) found.set(locationOf(resource.stack, resource.id), names);
    }
  } while (found.size > previousSize);
  return found;
}

interface SharedResource {
  stack: string;
  id: string;
  before: Resource;
  after: Resource;
}

const sharedResources = (deployed: Templates, next: Templates): SharedResource[] =>
  Object.entries(deployed).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, before]) => {
      const after = next[stack]?.Resources[id];
      return after?.Type === before.Type ? [{ stack, id, before, after }] : [];
    }),
  );

const changedNames = (
  { stack, before, after }: SharedResource,
  next: Templates,
  replaced: Replacements,
): string[] =>
  replacingProperties(before.Type).filter((name) => {
    const [oldValue, newValue] = [before, after].map(({ Properties }) => valueAt(Properties, name));
    return (
      !isDeepStrictEqual(oldValue, newValue) ||
      referencesIn(next, stack, newValue).some((location) => replaced.has(location))
    );
  });

/** Returns the locations of the resources that the value refers to. */
function referencesIn(templates: Templates, stack: string, value: unknown): string[] {
  const resource = resolveReference(templates, stack, value);
  if (resource) return [locationOf(resource.stack, resource.id)];
  return entriesOf(value).flatMap(([, inner]) => referencesIn(templates, stack, inner));
}
