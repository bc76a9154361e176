import * as z from 'zod/mini';
import { toJsonSchema, hasEqualInputAndOutput, schemasIn, type JsonSchema, type Io } from './json-schema';

export type NamedShape = readonly [name: string, schema: z.ZodMiniType];

/** The schemas of request bodies (input) and of responses (output). */
export type UsedSchemas = Readonly<Record<Io, readonly z.ZodMiniType[]>>;

/**
 * Converts a schema. A named schema becomes a `$ref`. An unnamed schema is inlined, with a `$ref` for each named schema
 * that it contains.
 */
export type ToJsonSchema = (schema: z.ZodMiniType, io: Io) => JsonSchema;

/** Builds the `components.schemas` of the used schemas, and the function that returns references to them. */
export function buildComponents(shapes: readonly NamedShape[], usedSchemas: UsedSchemas) {
  refuseDuplicateNames(shapes);
  const found = {
    input: collectSchemas(usedSchemas.input, 'input'),
    output: collectSchemas(usedSchemas.output, 'output'),
  };
  const names = { input: namesOf(shapes, found, 'input'), output: namesOf(shapes, found, 'output') };
  const schemas: Record<string, JsonSchema | undefined> = {};
  for (const [name, schema] of shapes) {
    const io = found.input.has(schema) ? 'input' : 'output';
    if (found[io].has(schema)) schemas[name] = toJsonSchema(schema, io, names[io]).named[name];
  }
  const schemaOf: ToJsonSchema = (schema, io) => toJsonSchema(schema, io, names[io]).root;
  return { schemas, schemaOf };
}

function refuseDuplicateNames(shapes: readonly NamedShape[]): void {
  const byName = new Map<string, z.ZodMiniType>();
  const bySchema = new Map<z.ZodMiniType, string>();
  for (const [name, schema] of shapes) {
    if (byName.has(name)) throw new Error(`Two shapes have the name ${name}`);
    if (bySchema.has(schema))
      throw new Error(`${name} and ${bySchema.get(schema)} are names of the same schema`);
    byName.set(name, schema);
    bySchema.set(schema, name);
  }
}

type FoundSchemas = Record<Io, ReadonlySet<unknown>>;

const collectSchemas = (schemas: readonly z.ZodMiniType[], io: Io): ReadonlySet<unknown> =>
  new Set(schemas.flatMap((schema) => [...schemasIn(schema, io)]));

/**
 * Names the schemas. A schema may have the same name in requests and responses only if the request form and the
 * response form are equal.
 */
function namesOf(shapes: readonly NamedShape[], found: FoundSchemas, io: Io): Names {
  const names = new Names();
  for (const [id, schema] of shapes) {
    if (!found[io].has(schema)) continue;
    const isRequestAndResponse = found.input.has(schema) && found.output.has(schema);
    if (isRequestAndResponse && !hasEqualInputAndOutput(schema))
      throw new Error(
        `${id} is used in requests and responses but differs between them. Define a separate shape for each`,
      );
    names.add(schema, { id });
  }
  return names;
}

/**
 * A registry of names. Also returns the entries of the global registry, to which `z.describe` and `z.meta` write,
 * because zod reads only one registry.
 */
class Names extends z.core.$ZodRegistry<{ id?: string }> {
  override get(schema: z.core.$ZodType) {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}
