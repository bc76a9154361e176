import * as z from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * The keywords that all large hosts take. Gemini refuses the whole list of tools because of another keyword, and other
 * hosts drop the tool.
 */
const keywords = [
  'type',
  'description',
  'enum',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'required',
] as const;

/** Returns the JSON schema of a tool's arguments for hosts. `readArguments` and the zod schema are more exact. */
export const toInputSchema = (args: z.ZodObject): Schema => simplify(z.toJSONSchema(args, { io: 'input' }));

/** Only the description says that null is allowed. The schema of a value with several other types stays without a type. */
function simplify(schema: Schema): Schema {
  const [member, ...otherMembers] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (member && otherMembers.length === 0) return simplify({ ...member, ...schema, anyOf: [] });
  if (Array.isArray(schema.type)) {
    const [type, ...otherTypes] = (schema.type as string[]).filter((name) => name !== 'null');
    return otherTypes.length > 0 ? {} : simplify({ ...schema, type } as Schema);
  }
  const members: Schema = {
    ...pickKeywords(schema),
    ...(isSchema(schema.items) && { items: simplify(schema.items) }),
  };
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, isSchema(property) ? simplify(property) : {}] as const,
  );
  if (properties.every(([, { type: propertyType }]) => propertyType !== undefined))
    return schema.type === 'object' ? { ...members, properties: Object.fromEntries(properties) } : members;
  // A property may have several types, which no schema of a single type describes. The description lists the properties.
  const { type, description } = members;
  return { type, description };
}

const pickKeywords = (schema: Schema): Schema =>
  Object.fromEntries(keywords.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])));

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
