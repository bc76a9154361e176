import * as z from '../../../shared/schema/schema';
import {
  automationStatuses,
  reenrollmentPolicies,
  triggerKinds,
  type Variables,
} from '../../../shared/db/records/automations';
import { enrollmentStatuses } from '../../../shared/db/records/enrollments';
import { normalizeTags } from '../../../shared/domain/audience/contacts/normalize-tags';
import { isSlug } from '../../../shared/text/slug';
import { AddressSchema, listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { isOneLine, subjectLengthMax } from '../../../shared/text/subject';
import { validHtmlPlaceholders, validPlaceholders } from '../templates/placeholders-shape';
import { VariablesSchema } from '../templates/variables-shape';

const nullableText = z.nullable(z.string());
const nullableTime = z.nullable(timestamp);
const variableMap = z.record(z.string(), z.string());

export const AutomationStatusSchema = z.enum(automationStatuses);
export const ReenrollmentSchema = z.enum(reenrollmentPolicies);
export const TriggerKindSchema = z.enum(triggerKinds);
export const EnrollmentStatusSchema = z.enum(enrollmentStatuses);

export const TriggerSchema = z.object({
  kind: TriggerKindSchema,
  audience_id: nullableText,
  event_name: nullableText,
  tag: nullableText,
});

export const StepSchema = z.object({
  delay_minutes: z.int(),
  subject: z.string(),
  html: nullableText,
  template_slug: nullableText,
});

/** See AT-1. */
export const AutomationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  status: AutomationStatusSchema,
  trigger: TriggerSchema,
  identity_id: z.string(),
  from: z.string(),
  reply_to: nullableText,
  steps: z.array(StepSchema),
  exit_on_reply: z.boolean(),
  topic_key: nullableText,
  exit_tags: z.array(z.string()),
  required_tags: z.array(z.string()),
  reenrollment: ReenrollmentSchema,
  default_variables: variableMap,
  contact_fields: z.boolean(),
  created_at: timestamp,
  updated_at: nullableTime,
  enrollments: z.object({ active: z.int(), completed: z.int(), canceled: z.int(), failed: z.int() }),
});

export const AutomationListSchema = listOf(AutomationSchema);

export const DeletedAutomationSchema = z.object({
  id: z.uuid(),
  deleted: z.literal(true),
  enrollments_canceled: z.int(),
});

/** See AT-2. */
export const EnrollmentSchema = z.object({
  id: z.uuid(),
  automation_id: z.uuid(),
  email: untrusted(z.string()),
  current_step: z.int(),
  status: EnrollmentStatusSchema,
  next_due_at: timestamp,
  variables: untrusted(variableMap),
  enrolled_at: timestamp,
  completed_at: nullableTime,
  canceled_at: nullableTime,
  cancel_reason: nullableText,
  last_error: untrusted(nullableText),
  attempts: z.int(),
});

export const EnrollmentListSchema = listOf(EnrollmentSchema);

/** The outcome of an enrollment request. */
export const EnrolledSchema = z.object({
  enrolled: z.boolean(),
  reason: nullableText,
  enrollment: z.nullable(EnrollmentSchema),
});

const trimmedString = z.string().check(z.trim());

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * A DynamoDB item can have up to 400 KB, and the response that is stored for an Idempotency-Key contains the whole
 * automation.
 */
const [stepsBytesMax, variablesBytesMax] = [250_000, 100_000];

const [variablesMax, valueLengthMax] = [100, 10_000];

const areValidVariables = (variableValues: Variables): boolean =>
  Object.keys(variableValues).length <= variablesMax &&
  Object.entries(variableValues).every(
    ([name, value]) => /^[A-Za-z0-9_.]+$/.test(name) && value.length <= valueLengthMax,
  );

const defaultVariables = variableMap.check(
  z.refine(
    areValidVariables,
    `must be at most ${variablesMax} names of letters, digits, _ and ., each with at most ${valueLengthMax} characters`,
  ),
  z.refine(
    (variableValues) => jsonBytes(variableValues) <= variablesBytesMax,
    `must have at most ${variablesBytesMax} bytes as JSON`,
  ),
);

const tag = z.string().check(z.minLength(1), z.maxLength(60));
const tags = z.array(tag).check(z.maxLength(20));

/** White space alone is not a tag. */
const triggerTag = tag.check(
  z.refine((text) => normalizeTags([text]).length === 1, 'must not be only white space'),
);

/** Ignores fields that belong to another kind of trigger. */
export const TriggerRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('api') }),
  z.object({ kind: z.literal('contact_added'), audience_id: trimmedString }),
  z.object({ kind: z.literal('event'), event_name: z.string().check(z.minLength(1), z.maxLength(120)) }),
  z.object({ kind: z.literal('tag_added'), tag: triggerTag }),
]);

const subject = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(subjectLengthMax),
    z.refine(isOneLine, 'must not contain a line break or control character'),
    validPlaceholders,
  );

export const StepRequestSchema = z
  .object({
    delay_minutes: z.int().check(z.gte(0), z.lte(525_600)),
    subject,
    html: z.optional(z.nullable(z.string().check(validHtmlPlaceholders))),
    template_slug: z.optional(z.nullable(z.string().check(z.minLength(1)))),
  })
  .check(
    z.refine(
      ({ html, template_slug }) => Boolean(html) || Boolean(template_slug),
      'must have html or template_slug',
    ),
  );

const updatableFields = {
  exit_on_reply: z.optional(z.boolean()),
  exit_tags: z.optional(tags),
  required_tags: z.optional(tags),
  reenrollment: z.optional(ReenrollmentSchema),
  default_variables: z.optional(defaultVariables),
  contact_fields: z.optional(z.boolean()),
};

const replyTo = z.string().check(z.minLength(3), z.maxLength(320));
const topicKey = trimmedString.check(z.minLength(1));

/** See AT-6 to AT-12. */
export const CreateAutomationRequestSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  slug: z.string().check(z.refine(isSlug, 'must have 1 to 100 characters, each of a-z, 0-9 or a hyphen')),
  identity_id: trimmedString,
  from: z.string().check(z.minLength(3), z.maxLength(500)),
  reply_to: z.optional(z.nullable(replyTo)),
  trigger: TriggerRequestSchema,
  steps: z.array(StepRequestSchema).check(
    z.minLength(1),
    z.maxLength(20),
    z.refine(
      (steps) => jsonBytes(steps) <= stepsBytesMax,
      `must together have at most ${stepsBytesMax} bytes as JSON. Move long emails into templates`,
    ),
  ),
  topic_key: z.optional(z.nullable(topicKey)),
  ...updatableFields,
});

export const UpdateAutomationRequestSchema = z.strictObject({
  topic_key: z.optional(z.nullable(topicKey)),
  reply_to: z.optional(z.nullable(replyTo)),
  ...updatableFields,
});

export const AutomationStatusRequestSchema = z.object({ status: AutomationStatusSchema });

const variables = VariablesSchema.check(
  z.refine(
    (variableValues) => jsonBytes(variableValues) <= variablesBytesMax,
    `must have at most ${variablesBytesMax} bytes as JSON`,
  ),
);

export const EnrollRequestSchema = z.object({ email: AddressSchema, variables: z.optional(variables) });
