import * as z from '../../../shared/schema/schema';
import { suppressionReasons, suppressionScopes } from '../../../shared/db/records/suppressions';
import { AddressSchema, listOf, timestamp, untrusted } from '../../../shared/http/shapes';

export const SuppressionScopeSchema = z.enum(suppressionScopes);
export const SuppressionReasonSchema = z.enum(suppressionReasons);

/** See SU-1. */
export const SuppressionSchema = z.object({
  id: z.uuid(),
  email: untrusted(z.string()),
  reason: SuppressionReasonSchema,
  scope: SuppressionScopeSchema,
  detail: untrusted(z.nullable(z.string())),
  created_at: timestamp,
});

export const SuppressionListSchema = listOf(SuppressionSchema);

export const SuppressedBatchSchema = z.object({ suppressed: z.int(), duplicates: z.int() });

export const LiftedBatchSchema = z.object({ removed: z.int() });

export const LiftedSuppressionSchema = z.object({
  email: untrusted(z.string()),
  scope: SuppressionScopeSchema,
  removed: z.boolean(),
});

const emails = z.array(AddressSchema).check(z.minLength(1), z.maxLength(10_000));

export const SuppressRequestSchema = z.object({
  email: AddressSchema,
  scope: z._default(SuppressionScopeSchema, 'all'),
  reason: z._default(SuppressionReasonSchema, 'manual'),
});

/** The defaults suit a cleaned mailing list and differ from those of a single suppression (SU-9). */
export const SuppressBatchRequestSchema = z.object({
  emails,
  scope: z._default(SuppressionScopeSchema, 'marketing'),
  reason: z._default(SuppressionReasonSchema, 'list_hygiene'),
});

export const LiftBatchRequestSchema = z.object({ emails, scope: z._default(SuppressionScopeSchema, 'all') });
