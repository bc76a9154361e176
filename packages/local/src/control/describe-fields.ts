import { z } from 'zod';

/** The fields that a body may have, for the person who guessed: `advance_ms, or else set`. */
export function describeFields(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodUnion) return schema.options.map(describeFields).join(', or else ');
  if (!(schema instanceof z.ZodObject)) return 'another body';
  const names = Object.entries(schema.shape).map(([name, field]) =>
    field instanceof z.ZodEnum ? `${name} (${field.options.join(' | ')})` : name,
  );
  return names.join(', ') || 'an object';
}
