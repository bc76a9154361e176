import {
  listOperations,
  resolveRef,
  type Document,
  type Operation,
  type Schema,
  type Schemas,
} from './operations';

/**
 * Returns the response schemas, as small as possible. Some MCP hosts drop a tool whose schema has a `$ref` or a union.
 */
export const resultSchemas = (document: Document, operations: readonly string[]): object =>
  Object.fromEntries(
    listOperations(document)
      .filter(({ operation }) => operations.includes(operation.operationId))
      .map(({ operation }) => [
        operation.operationId,
        resultSchemaOf(operation, document.components.schemas),
      ]),
  );

function resultSchemaOf(operation: Operation, schemas: Schemas): Schema {
  const schema = successSchemaOf(operation);
  const { required = [] } = resolveRef(schema, schemas);
  const simplified = simplify(schema, schemas);
  return { ...simplified, required: required.filter((name) => simplified.properties?.[name] !== undefined) };
}

/** Returns the schema of the JSON in a successful response, or an empty schema for a file. */
export function successSchemaOf({ responses }: Operation): Schema {
  const [schema = {}] = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? (content?.['application/json']?.schema ?? []) : [],
  );
  return schema;
}

/** Keeps only names and types. Returns an empty schema for a nullable field, which has no single type. */
function simplify(schema: Schema, schemas: Schemas): Schema {
  const { type, properties, items, anyOf, oneOf } = resolveRef(schema, schemas);
  if (anyOf) return {};
  if (oneOf) return mergeObjects(oneOf.map((member) => simplify(member, schemas)));
  if (properties)
    return {
      type: 'object',
      // Some hosts refuse a property without a type. The result may have properties that the schema does not list.
      properties: Object.fromEntries(
        Object.entries(properties)
          .map(([name, member]) => [name, simplify(member, schemas)] as const)
          .filter(([, { type: memberType }]) => memberType !== undefined),
      ),
    };
  if (type === 'array') return { type, items: simplify(items ?? {}, schemas) };
  return typeof type === 'string' ? { type } : {};
}

/** Returns the schema of an object that may have the fields of all `objects`. */
const mergeObjects = (objects: Schema[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(objects.flatMap(({ properties = {} }) => Object.entries(properties))),
});
