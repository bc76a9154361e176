import * as z from 'zod';

/** What tools are given, where several are given the same. */

export const id = z.string();
export const email = z.string().describe('The bare address');
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe('Your name for this send. Repeat it on a retry, and nothing is sent twice');
export const time = z.string().describe('ISO 8601 with a zone');
export const scheduledAt = time.optional();
export const variables = z.record(z.string(), z.string());
export const tags = z.array(z.string().min(1).max(60));
export const pageArgs = {
  limit: z.int().min(1).max(100).optional().describe('50 unless given'),
  cursor: z.string().optional().describe('next_cursor of the page before'),
};

/** Hosts drop a tool for a union, so what may be null is said in words. */
export const nullable = (schema: z.ZodType, description: string) =>
  z
    .any()
    .refine((value) => value === null || schema.safeParse(value).success, `${description}, or null`)
    .describe(`${description}, or null to take it away`);

const attribute = z.union([z.string(), z.number(), z.boolean()]);
export const attributes = z
  .record(
    z.string(),
    z.any().refine((value) => attribute.safeParse(value).success, 'A text, a number or a boolean'),
  )
  .describe('Texts, numbers and booleans by key');
const name = z.string().max(120);
export const nameArgs = { first_name: name.optional(), last_name: name.optional() };

/** Someone who is added. */
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
