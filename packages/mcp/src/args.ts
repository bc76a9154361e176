import * as z from 'zod';

/** Arguments that several tools share. */

export const id = z.string();
export const audienceId = z.string();
export const contactId = z.string();
export const subject = z.string().min(1).max(998);
export const email = z.string().describe('The address, without a display name');
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe('A unique key for this send. A retry with the same key does not send again');
export const time = z.string().describe('ISO 8601 with a time zone');
export const scheduledAt = time.optional();
export const variables = z.record(z.string(), z.string()).describe('An object whose values are strings');
export const tags = z.array(z.string().min(1).max(60));
export const pageArgs = {
  limit: z.int().min(1).max(100).optional().describe('Default 50'),
  cursor: z.string().optional().describe('next_cursor of the previous page'),
};

/** Some hosts refuse a schema with several types, so only the description says that null is allowed. */
export const nullable = (schema: z.ZodType, description: string) =>
  schema.nullable().describe(`${description}, or null to clear the field`);

const attribute = z.union([z.string(), z.number(), z.boolean()], {
  error: 'Expected: a string, a number or a boolean',
});
export const attributes = z
  .record(z.string(), attribute)
  .describe('An object whose values are strings, numbers or booleans');
const name = z.string().max(120);
export const requiredName = name.min(1);
export const nameArgs = { first_name: name.optional(), last_name: name.optional() };

/** The fields of a new contact. */
export const contactArgs = {
  email,
  ...nameArgs,
  tags: tags.max(50).optional(),
  attributes: attributes.optional(),
  status: z.enum(['subscribed', 'unsubscribed', 'bounced', 'complained']).optional(),
  last_active_at: time.optional(),
};

export const scope = z.enum(['all', 'transactional', 'marketing']);
export const reason = z.enum(['manual', 'list_hygiene', 'unsubscribe']);
export const riskClass = z.enum(['transactional', 'marketing']);
export const slug = z.string().regex(/^[a-z0-9-]+$/);

const days = z.int().min(1).max(3650).optional();
export const engagementWindows = z.strictObject({
  opened_within_days: days,
  clicked_within_days: days,
  exclude_unengaged_days: days,
  engaged_within_days: days,
});
