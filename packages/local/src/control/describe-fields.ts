import { z } from 'zod';

/** Lists the fields of a body for error messages: `advance_ms, or instead set`. */
export function describeFields(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodUnion) return schema.options.map(describeFields).join(', or instead ');
  if (!(schema instanceof z.ZodObject)) return 'a different body';
  const names = Object.entries(schema.shape).map(([name, field]) =>
    field instanceof z.ZodEnum ? `${name} (${field.options.join(' | ')})` : name,
  );
  return names.join(', ') || 'an object';
}
