import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/**
 * The direction of a schema. A field with a default may be missing in a request (input) but is always present in a
 * response (output).
 */
export type Io = 'input' | 'output';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Registry = z.core.$ZodRegistry<{ id?: string }>;

/**
 * Converts a schema, with a `$ref` for each named schema inside it. `named` contains the schemas that the result refers
 * to.
 */
export function toJsonSchema(schema: z.ZodMiniType, io: Io, names: Registry) {
  const described = z.toJSONSchema(schema, { io, metadata: names, override: tidySchema(io) });
  const { $defs = {}, ...root } = pointRefsToComponents(described);
  delete root.$schema;
  return { root, named: $defs };
}

/**
 * Whether the schema is the same for input and output. JSON Schema cannot describe the output of a transform, so a
 * schema with a transform is treated as different.
 */
export const hasEqualInputAndOutput = (schema: z.ZodMiniType): boolean =>
  isDeepStrictEqual(toLooseJsonSchema(schema, 'input'), toLooseJsonSchema(schema, 'output'));

const toLooseJsonSchema = (schema: z.ZodMiniType, io: Io) =>
  z.toJSONSchema(schema, { io, override: tidySchema(io), unrepresentable: 'any' });

/** Returns the schema and every schema inside it. */
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
  // The code changes only references, so the type stays the same.
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

/**
 * Restores a default that zod omits from the input of a transformed schema. zod treats the default as an output, but
 * all defaults of this API are also valid inputs.
 */
function keepDefault({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
}

/** Allows unknown fields in responses, because later versions may add fields that clients must not refuse. */
function allowExtraFields(jsonSchema: JsonSchema): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function removeRedundantKeywords(jsonSchema: JsonSchema): void {
  // The format has the same meaning as the pattern, and clients understand the format.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // Removes the limits that zod adds to every integer.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // All keys in JSON are strings.
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
}
