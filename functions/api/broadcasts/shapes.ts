import * as z from '../../../shared/schema/schema';
import { campaignStatuses, testMetrics, type PauseReason } from '../../../shared/db/records/campaigns';
import { listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { displayNameLengthMax, isNameOnly } from '../../../shared/text/mailbox';
import { isOneLine, subjectLengthMax } from '../../../shared/text/subject';
import { EmailStatusSchema } from '../emails/shapes';
import { validHtmlPlaceholders, validPlaceholders } from '../templates/placeholders-shape';
import { ContentWarningSchema } from '../templates/shapes';

const nullableText = z.nullable(z.string());
const nullableTime = z.nullable(timestamp);
const nullableDays = z.nullable(z.int());
const count = z.int().check(z.nonnegative());
const rate = z.number().check(z.nonnegative());

const pauseReasons = [
  'warmup',
  'quota',
  'throttled',
  'interrupted',
  'no_postal_address',
  'workspace_suspended',
  'daily_limit',
] as const satisfies readonly PauseReason[];

export const CampaignStatusSchema = z.enum(campaignStatuses);
export const PauseReasonSchema = z.enum(pauseReasons);
export const TestMetricSchema = z.enum(testMetrics);

/** The engagement windows of a campaign, in days. */
export const WindowsSchema = z.object({
  opened_within_days: nullableDays,
  clicked_within_days: nullableDays,
  exclude_unengaged_days: nullableDays,
  engaged_within_days: nullableDays,
});

export const VariantSchema = z.object({
  key: z.string(),
  subject: nullableText,
  from_name: nullableText,
  send_at: nullableTime,
});

export const TestResultSchema = z.object({
  key: z.string(),
  sent: count,
  unique_opens: count,
  unique_clicks: count,
  open_rate: rate,
  click_rate: rate,
});

export const DecidedBySchema = z.enum(['auto', 'manual']);

export const AbTestSchema = z.object({
  metric: TestMetricSchema,
  sample_share: z.number(),
  decide_after_minutes: z.int(),
  decide_at: nullableTime,
  winner: nullableText,
  decided_by: z.nullable(DecidedBySchema),
  decided_at: nullableTime,
  results: z.array(TestResultSchema),
});

/** An A/B test at its decision, and the emails sent since. */
export const BroadcastDecisionSchema = z.object({
  winner: z.string(),
  decided_by: DecidedBySchema,
  decided_at: timestamp,
  results: z.array(TestResultSchema),
  rollout: TestResultSchema,
});

const outcomeCounts = { pending: count, sent: count, failed: count, skipped: count };

export const VariantProgressSchema = z.object({ key: nullableText, ...outcomeCounts });

export const ProgressSchema = z.object({
  ...outcomeCounts,
  by_variant: z.nullable(z.array(VariantProgressSchema)),
});

const broadcastFields = {
  id: z.uuid(),
  name: z.string(),
  status: CampaignStatusSchema,
  audience_id: z.string(),
  identity_id: z.string(),
  segment_id: nullableText,
  segment: z.nullable(WindowsSchema),
  topic_key: nullableText,
  subject: z.string(),
  from_name: nullableText,
  scheduled_at: nullableTime,
  variants: z.nullable(z.array(VariantSchema)),
  ab_test: z.nullable(AbTestSchema),
  progress: z.nullable(ProgressSchema),
  pause_reason: z.nullable(PauseReasonSchema),
  resume_after: nullableTime,
  failure_reason: nullableText,
  created_at: timestamp,
  updated_at: nullableTime,
  started_at: nullableTime,
  finished_at: nullableTime,
};

/** A row of a list (CA-1). */
export const BroadcastRowSchema = z.object(broadcastFields);

/** See CA-1. */
export const BroadcastSchema = z.object({ ...broadcastFields, html: z.string() });

export const BroadcastListSchema = listOf(BroadcastRowSchema);

export const DeletedBroadcastSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

/** The current recipients of a campaign, and whether the campaign would start. */
export const BroadcastPreviewSchema = z.object({
  id: z.uuid(),
  recipient_count: count,
  sample: untrusted(z.array(z.string())),
  can_send: z.boolean(),
  reason: nullableText,
  ab_test: z.nullable(z.object({ sample_size: count, per_variant: count, minimum_per_variant: count })),
  warnings: z.optional(z.array(ContentWarningSchema)),
});

/** A message of a campaign. */
export const BroadcastRecipientSchema = z.object({
  id: z.uuid(),
  email: untrusted(z.string()),
  status: EmailStatusSchema,
  variant: nullableText,
  sent_at: nullableTime,
  opened_at: nullableTime,
  clicked_at: nullableTime,
});

export const BroadcastRecipientListSchema = listOf(BroadcastRecipientSchema);

export const ClickedLinkSchema = z.object({
  url: untrusted(z.string()),
  clicks: count,
  unique_clicks: count,
});

export const ClickedLinkListSchema = listOf(ClickedLinkSchema);

const trimmedString = z.string().check(z.trim());
const oneLine = z.refine<string>(isOneLine, 'must not contain a line break or control character');
const name = z.string().check(z.minLength(1), z.maxLength(200));
const subject = z.string().check(z.minLength(1), z.maxLength(subjectLengthMax), oneLine, validPlaceholders);
const nameOnly = z.refine<string>(isNameOnly, 'must not contain a line break, control character, "<" or ">"');
const fromName = z.nullable(z.string().check(z.maxLength(displayNameLengthMax), nameOnly));
const days = z.optional(z.nullable(z.int().check(z.gte(1), z.lte(3650))));

/** A rendered email must not exceed the size limit of SES, and one function renders many emails. */
const htmlBytesMax = 1_000_000;
const isWithinSizeLimit = (text: string): boolean => Buffer.byteLength(text) <= htmlBytesMax;
const html = z
  .string()
  .check(
    z.minLength(1),
    z.refine(isWithinSizeLimit, `must have at most ${htmlBytesMax} bytes`),
    validHtmlPlaceholders,
  );

/** A time in UTC, such as 2026-12-24T18:00:00Z. */
const utcTime = z.iso.datetime();

/** Refuses unknown fields. If a window were misspelled and ignored, the campaign would go to the whole audience. */
export const WindowsRequestSchema = z.strictObject({
  opened_within_days: days,
  clicked_within_days: days,
  exclude_unengaged_days: days,
  engaged_within_days: days,
});

export const VariantRequestSchema = z.object({
  key: z.string().check(
    z.maxLength(32),
    z.refine((key) => /^[a-z0-9_-]+$/.test(key), 'must contain only lowercase letters, digits, _ and -'),
  ),
  subject: z.optional(z.nullable(subject)),
  from_name: z.optional(fromName),
  send_at: z.optional(z.nullable(utcTime)),
});

const variants = z.array(VariantRequestSchema).check(z.minLength(2), z.maxLength(10));

export const AbTestRequestSchema = z.object({
  metric: z.optional(TestMetricSchema),
  sample_share: z.optional(z.number().check(z.gte(0.05), z.lte(1))),
  decide_after_minutes: z.optional(z.int().check(z.gte(15), z.lte(10_080))),
});

/** See CA-5. */
export const CreateBroadcastRequestSchema = z.object({
  audience_id: trimmedString,
  identity_id: trimmedString,
  name,
  subject,
  html,
  from_name: z.optional(fromName),
  topic_key: z.optional(z.nullable(trimmedString.check(z.minLength(1)))),
  segment_id: z.optional(z.nullable(trimmedString)),
  segment: z.optional(z.nullable(WindowsRequestSchema)),
  variants: z.optional(z.nullable(variants)),
  ab_test: z.optional(z.nullable(AbTestRequestSchema)),
});

/** The fields of a draft that can be changed. */
export const UpdateBroadcastRequestSchema = z.object({
  name: z.optional(name),
  subject: z.optional(subject),
  html: z.optional(html),
  from_name: z.optional(fromName),
  variants: z.optional(z.nullable(variants)),
  ab_test: z.optional(AbTestRequestSchema),
  scheduled_at: z.optional(z.nullable(z.string())),
});

/**
 * Refuses unknown fields. If the time were misspelled and ignored, the campaign would start now and could not be
 * recalled.
 */
export const SendBroadcastRequestSchema = z.strictObject({
  scheduled_at: z.optional(z.nullable(z.string())),
});

/** Names the winner. If no variant is given, the metric decides. */
export const DecideBroadcastRequestSchema = z.object({ variant: z.optional(z.nullable(z.string())) });
