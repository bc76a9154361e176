import type { buildOpenapi } from './document';

export type Document = ReturnType<typeof buildOpenapi>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: object;
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
  responses: Readonly<Record<string, { content?: Content }>>;
  security: readonly { bearer?: readonly string[] }[];
  'x-idempotency'?: 'never-stored';
}

type Content = Readonly<Record<string, { schema?: Partial<Reference> }>>;

/** An operation with its method and path. */
export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export const listOperations = ({ paths }: Document): LocatedOperation[] =>
  Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
