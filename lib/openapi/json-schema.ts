import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** Clients may leave out defaults in a request (input). The service fills them in for a response (output). */
export type Io = 'input' | 'output';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Registry = z.core.$ZodRegistry<{ id?: string }>;

/** The schema, with a `$ref` for each named schema in it. `named` has the schemas that it refers to. */
export function toJsonSchema(schema: z.ZodMiniType, io: Io, names: Registry) {
  const described = z.toJSONSchema(schema, { io, metadata: names, override: tidySchema(io) });
  const { $defs = {}, ...root } = pointRefsToComponents(described);
  delete root.$schema;
  return { root, named: $defs };
}

/** JSON Schema cannot describe the output of a transform, so the output counts as different from the input. */
export const hasEqualInputAndOutput = (schema: z.ZodMiniType): boolean =>
  isDeepStrictEqual(toLooseJsonSchema(schema, 'input'), toLooseJsonSchema(schema, 'output'));

const toLooseJsonSchema = (schema: z.ZodMiniType, io: Io) =>
  z.toJSONSchema(schema, { io, override: tidySchema(io), unrepresentable: 'any' });

/** The schema and every schema in it. */
export function schemasIn(schema: z.ZodMiniType, io: Io): Set<unknown> {
  const found = new Set<unknown>();
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema }) => void found.add(zodSchema),
  });
  return found;
}

const pointRefsToComponents = (described: JsonSchema): JsonSchema =>
  // The result is the same schema with other references.
  JSON.parse(JSON.stringify(described), (key, value: unknown) =>
    key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : value,
  ) as JsonSchema;

const tidySchema =
  (io: Io) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
    if (io === 'input') keepDefault(zodSchema, jsonSchema);
    else allowExtraFields(jsonSchema);
    removeRedundantKeywords(jsonSchema);
  };

/** zod drops the default of a transformed schema, because it applies to the output. Ours are also valid inputs. */
function keepDefault({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
}

/** Later versions may add fields to responses, so a client must not refuse them. */
function allowExtraFields(jsonSchema: JsonSchema): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function removeRedundantKeywords(jsonSchema: JsonSchema): void {
  // The format means the same as the pattern, and clients understand it.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // The limits of integers in JSON are not limits of the field.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // All keys in JSON are strings.
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
}
