import { useQuery } from '@tanstack/react-query';
import { requestJson } from '../../service/request-json';
import { serviceUrl } from '../../service/urls';

/** The parts of the OpenAPI document that the pages show. */
export interface ApiDocument {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: { bearer?: string[] }[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

interface Response {
  description: string;
  content?: Content;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>;

export interface Example {
  summary?: string;
  value: unknown;
}

/** An operation with its method and path. */
export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export const useApiDocument = () =>
  useQuery({
    queryKey: ['openapi'],
    queryFn: () => requestJson<ApiDocument>(`${serviceUrl}/v1/openapi.json`),
    staleTime: Infinity,
  });

export const listOperations = ({ paths }: ApiDocument): LocatedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const scopesOf = ({ security }: Operation): string[] => security.flatMap(({ bearer = [] }) => bearer);

const refName = (ref: string): string => ref.split('/').at(-1) ?? '';

export function parametersOf({ components }: ApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[refName(parameter.$ref)] ?? []) : parameter,
  );
}

/** Returns the responses in ascending order of status. */
export const responsesOf = ({ components }: ApiDocument, { responses }: Operation) =>
  Object.entries(responses).flatMap(([status, responseOrRef]) => {
    const response =
      '$ref' in responseOrRef ? components.responses[refName(responseOrRef.$ref)] : responseOrRef;
    return response ? [{ status, description: response.description, content: response.content }] : [];
  });

/** Resolves a `$ref`, and returns other schemas unchanged. */
const resolveReference = ({ components }: ApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[refName(schema.$ref)] ?? {});

/** Returns the schema whose fields can be listed: the schema itself, or the schema of its items or of an alternative. */
export function findObjectSchema(document: ApiDocument, schema: Schema): Schema | undefined {
  const { properties, items, anyOf, oneOf } = resolveReference(document, schema);
  if (properties) return resolveReference(document, schema);
  const innerSchemas = [...(items ? [items] : []), ...(anyOf ?? oneOf ?? [])];
  return innerSchemas.map((candidate) => findObjectSchema(document, candidate)).find(Boolean);
}

/** Describes the type in words, such as `list of string` or `Attachment or null`. */
export function describeType(schema: Schema): string {
  const { $ref, type, format, items, anyOf, oneOf, additionalProperties } = schema;
  if ($ref !== undefined) return refName($ref);
  if (schema.enum) return schema.enum.map(String).join(', ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.map(describeType).join(' or ');
  if (type === 'array') return `list of ${describeType(items ?? {})}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map to ${describeType(additionalProperties)}`;
  const typeText = [type ?? 'anything'].flat().join(' or ');
  return format ? `${typeText} (${format})` : typeText;
}
