import * as z from 'zod/mini';

/** The list envelope around a resource (core.md, "List envelope"). */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  });

/** contract.md 1.5 */
export const ErrorSchema = z.object({
  type: z.string(),
  message: z.string(),
  details: z.optional(
    z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
  ),
  missing: z.optional(z.array(z.string())),
});

export const ErrorResponseSchema = z.object({ error: ErrorSchema });

/** An instant as answers have it: UTC, with milliseconds. */
export const time = z.iso.datetime();
