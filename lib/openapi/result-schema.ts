import type { Document } from './operations';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type SchemasByName = Readonly<Record<string, Schema | undefined>>;

/** The response schema of each operation, as small as possible. Some hosts drop a tool whose schema has a `$ref` or a union. */
export function resultSchemas({ components, paths }: Document, operations: readonly string[]): object {
  const schemasByName = components.schemas as SchemasByName;
  const answers = Object.values(paths as Record<string, Record<string, unknown>>)
    .flatMap((methods) => Object.values(methods) as RespondingOperation[])
    .filter(({ operationId }) => operations.includes(operationId));
  return Object.fromEntries(
    answers.map((member) => [member.operationId, resultSchemaOf(member, schemasByName)]),
  );
}

interface RespondingOperation {
  operationId: string;
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
}

function resultSchemaOf({ responses }: RespondingOperation, schemasByName: SchemasByName): Schema {
  const [schema] = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content?.['application/json'] ? [content['application/json'].schema] : [],
  );
  const { required = [] } = resolveRef(schema ?? {}, schemasByName);
  return { ...simplify(schema ?? {}, schemasByName), required };
}

/** Only names and types. A nullable field has no type. */
function simplify(schema: Schema, schemasByName: SchemasByName): Schema {
  const { type, properties, items, anyOf, oneOf } = resolveRef(schema, schemasByName);
  if (anyOf) return {};
  if (oneOf) return mergeObjects(oneOf.map((member) => simplify(member, schemasByName)));
  if (properties)
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, simplify(member, schemasByName)]),
      ),
    };
  if (type === 'array') return { type, items: simplify(items ?? {}, schemasByName) };
  return typeof type === 'string' ? { type } : {};
}

/** An object that may have the fields of all of them. */
const mergeObjects = (objects: Schema[]): Schema => ({
  type: 'object',
  properties: Object.assign({}, ...objects.map(({ properties }) => properties)) as Record<string, Schema>,
});

function resolveRef(schema: Schema, schemasByName: SchemasByName): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemasByName[name] ?? {});
}
