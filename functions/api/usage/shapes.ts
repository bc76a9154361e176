import * as z from '../../../shared/schema/schema';
import { billingRefusals } from '../../../shared/domain/platform/billing/gate';
import { plans } from '../../../shared/db/records/workspaces';
import { time } from '../../../shared/http/shapes';

const count = z.int().check(z.nonnegative());

/** contract.md 4.6, with D47 */
export const UsageSchema = z.object({
  plan: z.enum(plans),
  period_start: time,
  period_end: time,
  emails_included: z.nullable(count),
  emails_used: count,
  emails_remaining: z.nullable(count),
  sending_locked: z.boolean(),
  lock_reason: z.nullable(z.enum(billingRefusals)),
  suspended_reason: z.nullable(z.string()),
  estimated_cents: z.number(),
  budget_cents: z.nullable(count),
});
