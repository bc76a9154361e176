import type * as z from 'zod/mini';
import type { Suppression } from '../../../shared/db/records/suppressions';
import type { SuppressionSchema } from './shapes';

export const presentSuppression = (suppression: Suppression): z.infer<typeof SuppressionSchema> => ({
  id: suppression.id,
  email: suppression.email,
  reason: suppression.reason,
  scope: suppression.scope,
  detail: suppression.detail,
  created_at: suppression.createdAt,
});
