import { entriesOf, listAt, valueAt } from '../parts/template';
import { renderText, renderValue } from './render';
import {
  findResources,
  formatLocation,
  resolveReference,
  type ResourceLocation,
  type Templates,
} from './template';

export type Measurement = [location: string, value: number];

export type Measure = (templates: Templates) => Measurement[];

/**
 * Measures the text at this path in the properties of each resource of the type. Skips resources without a value at
 * this path.
 */
export const textBytes =
  (type: string, ...path: string[]) =>
  (templates: Templates): Measurement[] =>
    findResources(templates, type).flatMap((location) => {
      const value = valueAt(location.resource.Properties, ...path);
      return value === undefined
        ? []
        : [
            [
              formatLocation(location),
              Buffer.byteLength(renderText(templates, location.stack, value)),
            ] satisfies Measurement,
          ];
    });

/** Measures the length of the list at this path in each resource of the type. */
export const listLength =
  (type: string, ...path: string[]) =>
  (templates: Templates): Measurement[] =>
    findResources(templates, type).map((location) => [
      formatLocation(location),
      listAt(location.resource.Properties, ...path).length,
    ]);

/** Measures the inline policies of each role. A policy that is attached to several roles is counted for each role. */
export function inlinePolicyLengths(templates: Templates): Measurement[] {
  return findResources(templates, 'AWS::IAM::Role').map((role) => {
    const own = listAt(role.resource.Properties, 'Policies').map((policy) =>
      valueAt(policy, 'PolicyDocument'),
    );
    const attached = findResources(templates, 'AWS::IAM::Policy')
      .filter((policy) => isAttached(templates, policy, role))
      .map(({ resource }) => valueAt(resource.Properties, 'PolicyDocument'));
    const lengths = [...own, ...attached].map(
      (document) => renderText(templates, role.stack, document).length,
    );
    return [formatLocation(role), lengths.reduce((sum, length) => sum + length, 0)];
  });
}

export function managedPolicyCounts(templates: Templates): Measurement[] {
  return findResources(templates, 'AWS::IAM::Role').map((role) => [
    formatLocation(role),
    listAt(role.resource.Properties, 'ManagedPolicyArns').length +
      findResources(templates, 'AWS::IAM::ManagedPolicy').filter((policy) =>
        isAttached(templates, policy, role),
      ).length,
  ]);
}

export const isAttached = (templates: Templates, policy: ResourceLocation, role: ResourceLocation): boolean =>
  listAt(policy.resource.Properties, 'Roles').some(
    (reference) => resolveReference(templates, policy.stack, reference)?.resource === role.resource,
  );

/**
 * Measures the resource policy of each function. Lambda writes one statement per permission, with about 200 characters
 * in addition to the values.
 */
export function functionPolicyLengths(templates: Templates): Measurement[] {
  const lengths = new Map<string, number>();
  for (const { stack, resource } of findResources(templates, 'AWS::Lambda::Permission')) {
    const handler = renderText(templates, stack, valueAt(resource.Properties, 'FunctionName'));
    const statement = JSON.stringify(renderValue(templates, stack, resource.Properties)).length + 200;
    lengths.set(handler, (lengths.get(handler) ?? 0) + statement);
  }
  return [...lengths];
}

export function apiResourceCounts(templates: Templates): Measurement[] {
  return findResources(templates, 'AWS::ApiGateway::RestApi').map((api) => {
    const paths = entriesOf(valueAt(api.resource.Properties, 'Body', 'paths')).map(([path]) => path);
    const resources = new Set(
      paths.flatMap((path) => {
        const parts = path.split('/').filter(Boolean);
        return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
      }),
    );
    return [formatLocation(api), resources.size + 1];
  });
}
