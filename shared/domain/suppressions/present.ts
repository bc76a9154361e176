import * as z from 'zod/mini';
import { suppressionReasons, suppressionScopes, type Suppression } from './record';

/** contract.md 2.9 */
export const SuppressionSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  reason: z.enum(suppressionReasons),
  scope: z.enum(suppressionScopes),
  detail: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});

export const SuppressedBatchSchema = z.object({ suppressed: z.int(), duplicates: z.int() });

export const LiftedBatchSchema = z.object({ removed: z.int() });

export const LiftedSchema = z.object({
  email: z.string(),
  scope: z.enum(suppressionScopes),
  removed: z.boolean(),
});

export const presentSuppression = (suppression: Suppression): z.infer<typeof SuppressionSchema> => ({
  id: suppression.id,
  email: suppression.email,
  reason: suppression.reason,
  scope: suppression.scope,
  detail: suppression.detail,
  created_at: suppression.createdAt,
});
