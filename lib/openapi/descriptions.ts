import { routes } from '../../functions/api/routes';
import {
  commonFieldDescriptions,
  commonParameterDescriptions,
  sharedShapeDescriptions,
  type FieldDescriptions,
} from './common-descriptions';
import type { JsonSchema } from './json-schema';
import { loadResourceModules } from './resource-modules';

/** The exports of a resource's descriptions.ts. */
interface ResourceDescriptions {
  /** Introduces the resource to a reader who does not know the API. */
  resourceDescription?: string;
  /** The parameters that commonParameterDescriptions does not cover. */
  queryParameterDescriptions?: FieldDescriptions;
  /** The fields that commonFieldDescriptions does not cover, by name of the shape without `Schema`. */
  fieldDescriptions?: Readonly<Record<string, FieldDescriptions>>;
}

interface DescribedResource extends ResourceDescriptions {
  resource: string;
  /** Relative to the repository root. */
  file: string;
}

const describedResources: readonly DescribedResource[] = loadResourceModules(/^descriptions\.ts$/).map(
  ({ resource, file, exported }) => ({ resource, file, ...exported }),
);

const findDescriptions = (resource: string): ResourceDescriptions =>
  describedResources.find((described) => described.resource === resource) ?? {};

export function descriptionOfResource(resource: string): string {
  const { resourceDescription } = findDescriptions(resource);
  if (!resourceDescription)
    throw new Error(`functions/api/${resource}/descriptions.ts must export resourceDescription`);
  return resourceDescription;
}

export function descriptionOfParameter(resource: string, name: string): string {
  const { queryParameterDescriptions = {} } = findDescriptions(resource);
  const description = queryParameterDescriptions[name] ?? commonParameterDescriptions[name];
  if (!description)
    throw new Error(
      `Describe the query parameter ${name} in queryParameterDescriptions of functions/api/${resource}/descriptions.ts`,
    );
  return description;
}

const descriptionsByShape: Readonly<Record<string, FieldDescriptions | undefined>> = Object.fromEntries([
  ...Object.entries(sharedShapeDescriptions),
  ...describedResources.flatMap(({ fieldDescriptions = {} }) => Object.entries(fieldDescriptions)),
]);

type Schemas = Readonly<Record<string, JsonSchema | undefined>>;

/** Adds the descriptions to the fields of the schemas. */
export function describeFields(schemas: Schemas): void {
  for (const described of describedResources) {
    refuseUnknownFields(described, schemas);
    refuseUnknownParameters(described);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [field, property] of Object.entries(schema?.properties ?? {})) {
      const description = descriptionsByShape[name]?.[field] ?? commonFieldDescriptions[field];
      if (typeof property !== 'object') continue;
      if (description) property.description ??= description;
      describeDefault(property);
    }
  }
}

/** Moves a default to the description, because `openapi-typescript` makes a field with a default required. */
function describeDefault(property: JsonSchema): void {
  if (property.default === undefined) return;
  const written = `Default: \`${JSON.stringify(property.default).replace(/^"|"$/g, '')}\`.`;
  property.description = property.description ? `${property.description} ${written}` : written;
  delete property.default;
}

/**
 * Throws if a description names an unknown field. Otherwise, the description of a renamed field would silently
 * disappear from the document.
 */
function refuseUnknownFields({ file, fieldDescriptions = {} }: DescribedResource, schemas: Schemas): void {
  for (const [name, descriptions] of Object.entries(fieldDescriptions)) {
    const unknown = Object.keys(descriptions).filter((field) => !schemas[name]?.properties?.[field]);
    if (unknown.length > 0)
      throw new Error(`${file} describes fields that ${name} does not have: ${unknown.join(', ')}`);
  }
}

function refuseUnknownParameters({
  resource,
  file,
  queryParameterDescriptions = {},
}: DescribedResource): void {
  const known = routes
    .filter((route) => route.resource === resource)
    .flatMap(({ query = {} }) => Object.keys(query));
  const unknown = Object.keys(queryParameterDescriptions).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `${file} describes query parameters that no route of ${resource} has: ${unknown.join(', ')}`,
    );
}
