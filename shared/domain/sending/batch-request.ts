import * as z from 'zod/mini';
import { SendResponseSchema } from '../emails/present';
import { SendRequestSchema } from './send-request';

const entriesMax = 100;

/** core.md, "Batch" */
export const BatchRequestSchema = z.array(SendRequestSchema).check(z.minLength(1), z.maxLength(entriesMax));

/** The entries, of which each is looked at by itself. */
export const BatchSchema = z.array(z.unknown()).check(z.minLength(1), z.maxLength(entriesMax));

const FailureSchema = z.object({
  ok: z.literal(false),
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.optional(z.unknown()),
    missing: z.optional(z.array(z.string())),
  }),
});

export const BatchResponseSchema = z.object({
  data: z.array(z.union([z.extend(SendResponseSchema, { ok: z.literal(true) }), FailureSchema])),
  failed: z.int(),
});
