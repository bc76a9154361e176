import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { entriesOf, listAt, valueAt, type Resource } from '../parts/template';
import { isIntrinsic, renderComposedText } from './render';
import type { TemplateRule } from './rule';
import type { Templates } from './template';

const specification = loadAwsServiceSpecSync();

const findResourceType = (type: string) =>
  specification.lookup('resource', 'cloudFormationType', 'equals', type)[0];

type ResourceType = NonNullable<ReturnType<typeof findResourceType>>;
type Properties = ResourceType['properties'];
type PropertyType =
  Properties[string]['type'] | { type: 'resource'; properties: Properties; readOnly: readonly string[] };

/** A value in a resource, with the type that AWS's resource specification gives to its position. */
export interface SpecifiedValue {
  path: readonly (string | number)[];
  value: unknown;
  /** Undefined if the specification has no such resource or property. Read-only attributes are not properties. */
  type: PropertyType | undefined;
}

/**
 * Checks unknown and required properties, types, and enumerations. Unlike the schemas, the specification also has the
 * values of maps, such as environment variables.
 */
export const resourcesMatchSpecification: TemplateRule = {
  name: 'ResourcesMatchSpecification',
  explanation: 'CloudFormation rejects the resource: the resource specification does not allow the value',
  findViolations: (templates) =>
    Object.entries(templates).flatMap(([stack, { Resources }]) =>
      Object.entries(Resources).flatMap(([id, resource]) =>
        specifiedValues(withComposedText(templates, stack, resource)).flatMap((specified) =>
          violationsOf(specified).map(
            (violation) => `${stack}/${id}: ${[resource.Type, ...specified.path].join('.')} ${violation}`,
          ),
        ),
      ),
    ),
};

const withComposedText = (templates: Templates, stack: string, resource: Resource): Resource => ({
  ...resource,
  Properties: renderComposedText(templates, stack, resource.Properties),
});

/** Lists the values of a resource, each before the values inside it. Skips values that CloudFormation computes. */
export function specifiedValues({ Type, Properties = {} }: Resource): SpecifiedValue[] {
  const resourceType = findResourceType(Type);
  return valuesFrom({ path: [], value: Properties, type: resourceType && typeOfProperties(resourceType) });
}

const typeOfProperties = ({ properties, attributes }: ResourceType): PropertyType => ({
  type: 'resource',
  properties,
  readOnly: Object.keys(attributes).filter((name) => !(name in properties)),
});

function valuesFrom(specified: SpecifiedValue): SpecifiedValue[] {
  const { path, value } = specified;
  if (!isIntrinsic(value)) return [specified, ...childrenOf(specified).flatMap(valuesFrom)];
  return listAt(value, 'Fn::If').flatMap((branch, index) =>
    index === 0 ? [] : valuesFrom({ ...specified, path: [...path, 'Fn::If', index], value: branch }),
  );
}

function childrenOf({ path, value, type }: SpecifiedValue): SpecifiedValue[] {
  const matching = type && matchingType(type, value);
  if (!matching) return [];
  const properties = propertiesOf(matching);
  if (properties)
    return entriesOf(value).map(([name, inner]) => ({
      path: [...path, name],
      value: inner,
      type: properties[name]?.type,
    }));
  if (matching.type !== 'array' && matching.type !== 'map') return [];
  return entriesOf(value).map(([key, inner]) => ({
    path: [...path, matching.type === 'array' ? Number(key) : key],
    value: inner,
    type: matching.element,
  }));
}

function violationsOf({ value, type }: SpecifiedValue): string[] {
  if (!type) return ['is not in the specification, or is read-only'];
  const matching = matchingType(type, value);
  if (!matching) return [`is not of the type ${type.type}`];
  if ('allowedValues' in matching && matching.allowedValues?.every((allowed) => allowed !== value))
    return [`has the unknown value ${String(value)}`];
  return requiredNames(matching)
    .filter((name) => valueAt(value, name) === undefined)
    .map((name) => `lacks the required property ${name}`);
}

/** The names of the properties whose change makes CloudFormation replace a resource of this type. */
export const replacingProperties = (type: string): string[] =>
  Object.entries(findResourceType(type)?.properties ?? {})
    .filter(([, { causesReplacement = 'no' }]) => causesReplacement !== 'no')
    .map(([name]) => name)
    .sort();

/** The names of the properties that an object of this type must have. */
export const requiredNames = (type: PropertyType): string[] =>
  Object.entries(propertiesOf(type) ?? {})
    .filter(([, { required }]) => required)
    .map(([name]) => name);

/** Returns the properties of an object type, or undefined for any other type. */
export function propertiesOf(type: PropertyType): Properties | undefined {
  if (type.type === 'resource') return type.properties;
  return type.type === 'ref' ? specification.get('typeDefinition', type.reference).properties : undefined;
}

/** Returns the type, or the member of a union, that a value has. */
function matchingType(type: PropertyType, value: unknown): PropertyType | undefined {
  if (type.type === 'union') return type.types.find((member) => matchingType(member, value));
  return hasType[type.type](value) ? type : undefined;
}

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasType: Record<Exclude<PropertyType['type'], 'union'>, (value: unknown) => boolean> = {
  string: isString,
  'date-time': isString,
  number: isNumber,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  json: () => true,
  tag: isObject,
  array: Array.isArray,
  map: isObject,
  ref: isObject,
  resource: isObject,
};
