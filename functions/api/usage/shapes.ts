import * as z from '../../../shared/schema/schema';
import { billingRefusals } from '../../../shared/domain/platform/billing/billing-refusals';
import { plans } from '../../../shared/db/records/workspaces';
import { timestamp } from '../../../shared/http/shapes';

const count = z.int().check(z.nonnegative());

/** See U-8. */
export const UsageSchema = z.object({
  plan: z.enum(plans),
  period_start: timestamp,
  period_end: timestamp,
  emails_included: z.nullable(count),
  emails_used: count,
  emails_remaining: z.nullable(count),
  sending_locked: z.boolean(),
  lock_reason: z.nullable(z.enum(billingRefusals)),
  suspended_reason: z.nullable(z.string()),
  estimated_cents: z.number(),
  budget_cents: z.nullable(count),
  stored_bytes: z.optional(count),
});
