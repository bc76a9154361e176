import * as z from '../../../shared/schema/schema';
import { riskClasses } from '../../../shared/db/records/domains';
import { roles } from '../../../shared/core/roles';
import { budgetScopes, plans } from '../../../shared/db/records/workspaces';
import { scopes } from '../../../shared/core/scopes';
import { toIso } from '../../../shared/core/time';
import { NewApiKeyRequestSchema } from '../../api/api-keys/shapes';

export const CommandSchema = z.strictObject({ action: z.string(), input: z.optional(z.unknown()) });

export const NoInputSchema = z.strictObject({});

export const WorkspaceIdSchema = z.strictObject({ workspace_id: z.string() });

export const DeletionSchema = z.strictObject({ id: z.string(), confirm: z.string() });

export const DeletionIdSchema = z.strictObject({ id: z.string() });

export const NewKeySchema = z.strictObject({
  ...NewApiKeyRequestSchema.shape,
  workspace_id: z.string(),
  scopes: z._default(NewApiKeyRequestSchema.shape.scopes, [...scopes]),
});

export const NewDomainSchema = z.strictObject({
  workspace_id: z.string(),
  domain: z.string(),
  risk_class: z.enum(riskClasses),
  warmup: z._default(z.boolean(), false),
});

export const AdoptionSchema = z.extend(NewDomainSchema, { confirm: z.optional(z.string()) });

export const DomainIdSchema = z.extend(WorkspaceIdSchema, { id: z.string() });

export const WarmupSchema = z.extend(DomainIdSchema, { warmup: z.boolean() });

export const InvitationSchema = z.extend(WorkspaceIdSchema, {
  email: z.email(),
  role: z._default(z.enum(roles), 'member'),
});

export const UserEmailSchema = z.extend(WorkspaceIdSchema, { email: z.string() });

const count = z.int().check(z.nonnegative());
const nonEmptyText = z.string().check(z.minLength(1));
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text): string => toIso(Date.parse(text))),
);

const share = z.number().check(z.gte(0), z.lte(1));

/** The thresholds of the reputation gate of campaigns. If a threshold is missing, the default applies (CA-17). */
const CampaignGateSchema = z.strictObject({
  sent_min: z.optional(count),
  bounce_share_max: z.optional(share),
  complaint_share_max: z.optional(share),
});

const settingsFields = {
  plan: z.optional(z.enum(plans)),
  payment_method_verified: z.optional(z.boolean()),
  billing_past_due: z.optional(z.boolean()),
  budget_cents: z.optional(z.nullable(count)),
  budget_applies_to: z.optional(z.enum(budgetScopes)),
  emails_used: z.optional(count),
  postal_address: z.optional(z.nullable(nonEmptyText)),
  suspended_reason: z.optional(z.nullable(nonEmptyText)),
  requests_per_minute: z.optional(z.int().check(z.positive())),
  campaign_gate: z.optional(z.nullable(CampaignGateSchema)),
  mail_retention_days: z.optional(z.nullable(z.int().check(z.gte(7), z.lte(3_650)))),
  identities_max: z.optional(z.nullable(count)),
  received_per_day: z.optional(z.nullable(count)),
  stored_bytes_max: z.optional(z.nullable(count)),
  created_at: z.optional(instant),
};

/** The name and settings of a new workspace. Refuses unknown settings. */
export const NewWorkspaceSchema = z.strictObject({ name: nonEmptyText, ...settingsFields });

/** The changed settings. Null clears a setting. */
export const WorkspaceChangesSchema = z.strictObject({ id: z.string(), ...settingsFields });
