import type { buildOpenapi } from './document';

export type Document = ReturnType<typeof buildOpenapi>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: object;
  example?: unknown;
  examples?: NamedExamples;
}

export interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  parameters: readonly (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, Response>>;
  security: readonly { bearer?: readonly string[] }[];
  'x-idempotency'?: 'never-stored';
}

export interface Response extends Partial<Reference> {
  description?: string;
  content?: Content;
}

export type Content = Readonly<Record<string, { schema?: Schema; examples?: NamedExamples }>>;

/**
 * Examples by name. The parts of an operation use the same name for examples that belong to the same request and
 * response.
 */
export type NamedExamples = Readonly<Record<string, { summary?: string; value: unknown } | undefined>>;

/** The part of JSON Schema that the generators in this folder read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  default?: string | number | boolean | null;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  /** Set by `untrusted` (shared/http/shapes.ts). */
  'x-untrusted'?: true;
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema | undefined>>;

/** Returns the named schema that the schema refers to, or the schema itself. */
export function resolveRef(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** An operation with its method and path. */
export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export const listOperations = ({ paths }: Document): LocatedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
