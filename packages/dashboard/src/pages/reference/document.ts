import { useQuery } from '@tanstack/react-query';
import { ask } from '../../service/ask';
import { serviceUrl } from '../../service/place';

/** The OpenAPI document, as far as the pages show it. */
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

/** An operation with where it is. */
export interface Located {
  method: string;
  path: string;
  operation: Operation;
}

export const useDocument = () =>
  useQuery({
    queryKey: ['openapi'],
    queryFn: () => ask<ApiDocument>(`${serviceUrl}/v1/openapi.json`),
    staleTime: Infinity,
  });

export const operationsIn = ({ paths }: ApiDocument): Located[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

export const scopesOf = ({ security }: Operation): string[] => security.flatMap(({ bearer = [] }) => bearer);

const lastOf = (ref: string): string => ref.split('/').at(-1) ?? '';

export function parametersOf({ components }: ApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.flatMap((one) => ('$ref' in one ? (components.parameters[lastOf(one.$ref)] ?? []) : one));
}

/** By status, the successes first. */
export const answersOf = ({ components }: ApiDocument, { responses }: Operation) =>
  Object.entries(responses).flatMap(([status, one]) => {
    const response = '$ref' in one ? components.responses[lastOf(one.$ref)] : one;
    return response ? [{ status, description: response.description, content: response.content }] : [];
  });

/** What a reference names; other schemas are what they say. */
const resolved = ({ components }: ApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[lastOf(schema.$ref)] ?? {});

/** The shape whose fields can be listed: the schema's own, or that of its items. */
export function shapeIn(document: ApiDocument, schema: Schema): Schema | undefined {
  const { properties, items, anyOf, oneOf } = resolved(document, schema);
  if (properties) return resolved(document, schema);
  const inner = [...(items ? [items] : []), ...(anyOf ?? oneOf ?? [])];
  return inner.map((one) => shapeIn(document, one)).find(Boolean);
}

/** In words: `list of string`, `Attachment or null`. */
export function typeOf(schema: Schema): string {
  const { $ref, type, format, items, anyOf, oneOf, additionalProperties } = schema;
  if ($ref !== undefined) return lastOf($ref);
  if (schema.enum) return schema.enum.map(String).join(', ');
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map to ${typeOf(additionalProperties)}`;
  const named = [type ?? 'anything'].flat().join(' or ');
  return format ? `${named} (${format})` : named;
}
