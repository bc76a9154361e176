import { isDeepStrictEqual } from 'node:util';
import { statefulTypes } from '../../../../lib/parts/stateful-types';
import { valueAt, type Resource } from '../../../../lib/parts/template';
import type { TemplatesByPart } from './deployed-templates';

/** A resource of the deployed stacks that the deployment removes or replaces. */
export interface Change {
  /** The part of the stack name, such as `Data`. */
  stack: string;
  id: string;
  type: string;
  /** The verb of a sentence whose subject is the resource. */
  effect: string;
  /** Whether the new version does not have the data of the resource. */
  losesData: boolean;
}

/** Lists what CloudFormation does to the deployed resources, except changes in place and new resources. */
export function compareTemplates(deployed: TemplatesByPart, next: TemplatesByPart): Change[] {
  const createdTypes = findCreatedTypes(deployed, next);
  return Object.entries(deployed).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, resource]) => {
      const change = compareResources(resource, next[stack]?.Resources[id], createdTypes);
      return change ? [{ stack, id, type: resource.Type, ...change }] : [];
    }),
  );
}

/** Returns the types of the resources that the deployment creates. */
const findCreatedTypes = (deployed: TemplatesByPart, next: TemplatesByPart): Set<string> =>
  new Set(
    Object.entries(next).flatMap(([stack, { Resources }]) =>
      Object.entries(Resources)
        .filter(([id]) => !deployed[stack]?.Resources[id])
        .map(([, { Type }]) => Type),
    ),
  );

function compareResources(
  deployed: Resource,
  next: Resource | undefined,
  createdTypes: ReadonlySet<string>,
): Pick<Change, 'effect' | 'losesData'> | undefined {
  const isStateful = deployed.Type in statefulTypes;
  if (!next) return removal(deployed, isStateful, createdTypes);
  if (next.Type !== deployed.Type)
    return { effect: `changes its type to ${next.Type}`, losesData: isStateful };
  const replacing = (statefulTypes[deployed.Type] ?? []).filter(
    (name) => !isDeepStrictEqual(valueAt(deployed.Properties, name), valueAt(next.Properties, name)),
  );
  return replacing.length > 0
    ? { effect: `is replaced by an empty one, because ${replacing.join(' and ')} changes`, losesData: true }
    : undefined;
}

/** If CloudFormation keeps the resource, its data is lost to the service only if a new resource takes its place. */
function removal(
  { Type, DeletionPolicy = 'Delete' }: Resource,
  isStateful: boolean,
  createdTypes: ReadonlySet<string>,
): Pick<Change, 'effect' | 'losesData'> {
  if (DeletionPolicy === 'Delete') return { effect: 'is deleted', losesData: isStateful };
  return isStateful && createdTypes.has(Type)
    ? { effect: 'leaves the stack, and an empty one takes its place', losesData: true }
    : { effect: 'leaves the stack, and stays in the account', losesData: false };
}
