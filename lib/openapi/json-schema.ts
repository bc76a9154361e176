import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** What a client sends, where defaults may be left out, or what it gets, where they are filled in. */
export type Io = 'input' | 'output';

/** As JSON Schema says it; what may be in one is checked by the linter, not here. */
export type Described = z.core.JSONSchema.BaseSchema;

type Registry = z.core.$ZodRegistry<{ id?: string }>;

/** The schema, with a `$ref` for each schema in it that has a name; those are in `named`. */
export function describe(schema: z.ZodMiniType, io: Io, names: Registry) {
  const described = z.toJSONSchema(schema, { io, metadata: names, override: tidy(io) });
  const { $defs = {}, ...root } = withRefsToComponents(described);
  delete root.$schema;
  return { root, named: $defs };
}

/** What comes out of a transform cannot be described: it is anything, and so not what went in. */
export const isSameBothWays = (schema: z.ZodMiniType): boolean =>
  isDeepStrictEqual(describeAnything(schema, 'input'), describeAnything(schema, 'output'));

const describeAnything = (schema: z.ZodMiniType, io: Io) =>
  z.toJSONSchema(schema, { io, override: tidy(io), unrepresentable: 'any' });

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

const withRefsToComponents = (described: Described): Described =>
  JSON.parse(JSON.stringify(described), (key, value: unknown) =>
    key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : value,
  );

const tidy =
  (io: Io) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Described }): void => {
    if (io === 'input') keepDefault(zodSchema, jsonSchema);
    else stayOpen(jsonSchema);
    dropNoise(jsonSchema);
  };

/** zod drops the default of what is transformed, as it is one of the outcome; ours are right on both sides. */
function keepDefault({ _zod: { def } }: z.core.$ZodTypes, jsonSchema: Described): void {
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
}

/** Answers may gain fields: a client that refuses those would break. */
function stayOpen(jsonSchema: Described): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function dropNoise(jsonSchema: Described): void {
  // A format says what its pattern says, and clients can read it.
  if (jsonSchema.format) delete jsonSchema.pattern;
  // The bounds of what JSON can carry as an integer say nothing about the field.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // The keys of JSON are strings.
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
}
