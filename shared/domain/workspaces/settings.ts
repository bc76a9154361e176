import * as z from 'zod/mini';
import { iso } from '../../time';
import { billingPeriod } from '../billing/period';
import { budgetScopes, plans, type Workspace } from './record';

const count = z.int().check(z.nonnegative());
const someText = z.string().check(z.minLength(1));
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text): string => iso(Date.parse(text))),
);

const fields = {
  plan: z.optional(z.enum(plans)),
  payment_method_verified: z.optional(z.boolean()),
  billing_past_due: z.optional(z.boolean()),
  budget_cents: z.optional(z.nullable(count)),
  budget_applies_to: z.optional(z.enum(budgetScopes)),
  emails_used: z.optional(count),
  postal_address: z.optional(z.nullable(someText)),
  suspended_reason: z.optional(z.nullable(someText)),
  requests_per_minute: z.optional(z.int().check(z.positive())),
  created_at: z.optional(instant),
};

/** What the operator gives for a new workspace. A setting that does not exist is refused. */
export const NewWorkspaceSchema = z.strictObject({ name: someText, ...fields });

/** What the operator may set later; null means none. */
export const WorkspaceChangesSchema = z.strictObject({ id: z.string(), ...fields });

type GivenSettings = Omit<z.output<typeof WorkspaceChangesSchema>, 'id'>;

export type Settings = Omit<Workspace, 'id' | 'name' | 'linkSecret'>;

/** The settings as the record has them: only those that are given. */
export function settingsOf(given: GivenSettings): Partial<Settings> {
  const settings: Required<{ [Name in keyof Settings]: Settings[Name] | undefined }> = {
    plan: given.plan,
    paymentMethodVerified: given.payment_method_verified,
    billingPastDue: given.billing_past_due,
    budgetCents: given.budget_cents,
    budgetAppliesTo: given.budget_applies_to,
    emailsUsed: given.emails_used,
    // What is set is what was used in this period.
    usagePeriod: given.emails_used === undefined ? undefined : billingPeriod(),
    postalAddress: given.postal_address,
    suspendedReason: given.suspended_reason,
    requestsPerMinute: given.requests_per_minute,
    createdAt: given.created_at,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
