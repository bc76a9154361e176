import { z } from 'zod';

/** The fields that a body may have, for the person who guessed: `advance_ms, or set`. */
export function fieldsOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodUnion) return schema.options.map(fieldsOf).join(', or ');
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : 'another body';
}
