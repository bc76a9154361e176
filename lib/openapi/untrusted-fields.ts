import { successSchemaOf } from './result-schema';
import { listOperations, resolveRef, type Document, type Schema, type Schemas } from './operations';

/**
 * Returns the paths of the values that strangers may have written, by operation. For example, `data[].subject`. Omits
 * operations without such values.
 */
export const untrustedFields = (document: Document): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    listOperations(document)
      .map(({ operation }) => {
        const paths = pathsIn(successSchemaOf(operation), document.components.schemas, '');
        return [operation.operationId, [...new Set(paths)]] as const;
      })
      .filter(([, paths]) => paths.length > 0),
  );

function pathsIn(schema: Schema, schemas: Schemas, path: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], ...resolved } = resolveRef(schema, schemas);
  if (schema['x-untrusted'] ?? resolved['x-untrusted']) return [path];
  return [
    ...[...anyOf, ...oneOf].flatMap((member) => pathsIn(member, schemas, path)),
    ...(items ? pathsIn(items, schemas, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, member]) =>
      pathsIn(member, schemas, path === '' ? name : `${path}.${name}`),
    ),
  ];
}
