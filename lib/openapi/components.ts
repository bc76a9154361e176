import * as z from 'zod/mini';
import { describe, isSameBothWays, schemasIn, type Described, type Io } from './json-schema';

/** A schema that has a name. */
export type NamedShape = readonly [name: string, schema: z.ZodMiniType];

/** What is sent, and what is answered. */
export type Used = Readonly<Record<Io, readonly z.ZodMiniType[]>>;

/** How any schema is described: by a `$ref` where it has a name, else as it is, with a `$ref` for what has one. */
export type Describe = (schema: z.ZodMiniType, io: Io) => Described;

/** The `components.schemas` of what is used, and what describes any schema with them. */
export function componentsOf(shapes: readonly NamedShape[], used: Used) {
  refuseSecondNames(shapes);
  const found = { input: allIn(used.input, 'input'), output: allIn(used.output, 'output') };
  const names = { input: namesOf(shapes, found, 'input'), output: namesOf(shapes, found, 'output') };
  const schemas: Record<string, Described | undefined> = {};
  for (const [name, schema] of shapes) {
    const io = found.input.has(schema) ? 'input' : 'output';
    if (found[io].has(schema)) schemas[name] = describe(schema, io, names[io]).named[name];
  }
  const schemaOf: Describe = (schema, io) => describe(schema, io, names[io]).root;
  return { schemas, schemaOf };
}

function refuseSecondNames(shapes: readonly NamedShape[]): void {
  const byName = new Map<string, z.ZodMiniType>();
  const bySchema = new Map<z.ZodMiniType, string>();
  for (const [name, schema] of shapes) {
    if (byName.has(name)) throw new Error(`Two shapes have the name ${name}`);
    if (bySchema.has(schema)) throw new Error(`${name} is a second name of ${bySchema.get(schema)}`);
    byName.set(name, schema);
    bySchema.set(schema, name);
  }
}

type Found = Record<Io, ReadonlySet<unknown>>;

const allIn = (schemas: readonly z.ZodMiniType[], io: Io): ReadonlySet<unknown> =>
  new Set(schemas.flatMap((schema) => [...schemasIn(schema, io)]));

/** A name says one thing: what is sent and answered has the same one only where it is the same both ways. */
function namesOf(shapes: readonly NamedShape[], found: Found, io: Io): Names {
  const names = new Names();
  for (const [id, schema] of shapes) {
    if (!found[io].has(schema)) continue;
    const isBoth = found.input.has(schema) && found.output.has(schema);
    if (isBoth && !isSameBothWays(schema))
      throw new Error(`${id} is sent and answered, and not the same: give each a shape of its own`);
    names.add(schema, { id });
  }
  return names;
}

/** zod reads from one registry only: without the global one, what `z.describe` and `z.meta` say would be lost. */
class Names extends z.core.$ZodRegistry<{ id?: string }> {
  override get<S extends z.core.$ZodType>(schema: S) {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}
